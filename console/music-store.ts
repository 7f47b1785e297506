// The music store of examples/music-store as modules of the console, made when that is built.
import type { Plugin } from 'vite'
import { buildDataset } from '../examples/music-store/data.ts'
import { wholeTables } from '../examples/music-store/tables.ts'

const MODULES = new Map([
  ['virtual:music-store/sizes', () => `export const sizes = ${JSON.stringify(sizes())}`],
  ['virtual:music-store', () => `export const tables = ${JSON.stringify(tables())}`],
])

/** musicStore has `virtual:music-store` export what is to be loaded, and `virtual:music-store/sizes` how much that is. */
export function musicStore(): Plugin {
  return {
    name: 'music-store',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : undefined),
    load: (id) => MODULES.get(id.replace('\0', ''))?.(),
  }
}

function sizes() {
  return Object.fromEntries(Object.entries(buildDataset()).map(([table, rows]) => [table, rows.length]))
}

function tables() {
  const rows = buildDataset()
  return wholeTables().map((table) => ({
    table,
    lines: rows[table.name].map((row) => JSON.stringify(row)).join('\n'),
  }))
}
