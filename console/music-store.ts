// The music store of examples/music-store as modules of the console, made when that is built.
import type { Plugin } from 'vite'
import { buildDataset } from '../examples/music-store/data.ts'
import { TABLES, wholeTables } from '../examples/music-store/tables.ts'

const MODULES = new Map([
  ['virtual:music-store/outline', () => `export const outline = ${JSON.stringify(outline())}`],
  ['virtual:music-store', () => `export const tables = ${JSON.stringify(tables())}`],
])

/** musicStore has `virtual:music-store` export what is to be loaded, and `virtual:music-store/outline` what its tables are. */
export function musicStore(): Plugin {
  return {
    name: 'music-store',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : undefined),
    load: (id) => MODULES.get(id.replace('\0', ''))?.(),
  }
}

function outline() {
  const rows = buildDataset()
  return TABLES.map(({ name, description }) => ({ slug: name, description, rows: rows[name].length }))
}

function tables() {
  const rows = buildDataset()
  return wholeTables().map((table) => ({
    table,
    rows: rows[table.name].length,
    lines: rows[table.name].map((row) => JSON.stringify(row)).join('\n'),
  }))
}
