// Which files are read, and what is read of them.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsIn, readAliases, readImports } from './read-imports.ts'

const aliases = readAliases(fileURLToPath(new URL('../../..', import.meta.url)))

test('all sources are read, wherever they are and whatever they end with, but for what Git ignores', async () => {
  const root = await mkdtemp(join(tmpdir(), 'msingi-house-'))
  const read = [
    'a.ts',
    'b.cjs',
    'server/c.mts',
    'tools/.hidden/d.jsx',
    'tools/e.cts',
    'tools/f.d.ts',
    'ü/g.tsx',
  ]
  const unread = [
    'a.md',
    'data/a.ts',
    'node_modules/a/a.js',
    'server/node_modules/a.ts',
    'clients/a/dist/a.mjs',
  ]
  for (const file of [...read, ...unread]) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), "import './b.ts'\n")
  }
  await writeFile(join(root, '.gitignore'), '/data/\n')
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root })
  git('init', '-q')
  git('add', 'a.ts', 'b.cjs')
  await rm(join(root, 'b.cjs'))
  const there = read.filter((file) => file !== 'b.cjs')
  const { texts, imports } = readImports(root)
  expect([...texts.keys()]).toEqual(there)
  expect(imports.map(({ file }) => file)).toEqual(there)
  await rm(root, { recursive: true })
})

test('imports are read with their lines: types, re-exports, side effects and calls', () => {
  const text = [
    "import type { A } from '#engine/a.ts'",
    'import {',
    '  b,',
    "} from './b.ts'",
    "export { c } from './c.ts'",
    "export * from './d.ts'",
    "import './e.css'",
    "import f from './f.json' with { type: 'json' }",
    "const g = await import('./g.ts')",
    "type H = import('./h.ts').H",
    "const i = require('./i.ts')",
    "// as in `from './j.ts'`",
  ].join('\n')
  const read = importsIn('server/src/engine/sql/x.ts', text, aliases).map(
    ({ line, target }) => `${line} ${target?.replace('server/src/engine/', '')}`,
  )
  expect(read).toEqual([
    '1 a.ts',
    '4 sql/b.ts',
    '5 sql/c.ts',
    '6 sql/d.ts',
    '7 sql/e.css',
    '8 sql/f.json',
    '9 sql/g.ts',
    '10 sql/h.ts',
    '11 sql/i.ts',
  ])
})
