// Which imports are answered without asking esbuild: each that it is asked about takes it a reading of all folders above.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PackageFiles } from './package-files.ts'

const TREE = {
  'a/package.json': '{"sideEffects": false}',
  'a/index.js': '',
  'a/lib/b.js': '',
  'a/lib/b.json': '',
  'a/lib/both.js': '',
  'a/lib/both.ts': '',
  'a/lib/both/index.js': '',
  'a/lib/folder/index.js': '',
  'a/lib.js': '',
  'a/esm/package.json': '{"type": "module"}',
  'a/esm/c.js': '',
  'some/package.json': '{"sideEffects": ["*.css"]}',
  'some/d.js': '',
  'broken/package.json': '{',
  'broken/e.js': '',
}

let folder: string
let files: PackageFiles

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'msingi-packages-')))
  for (const [path, text] of Object.entries(TREE)) {
    const place = join(folder, 'node_modules', path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  symlinkSync('/etc/hosts', join(folder, 'node_modules/a/link.js'))
  files = new PackageFiles(folder)
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['a/index.js', './lib/b.js', { path: 'a/lib/b.js', sideEffects: false }],
  ['a/index.js', './lib/b', { path: 'a/lib/b.js', sideEffects: false }],
  ['a/lib/b.js', '../index.js', { path: 'a/index.js', sideEffects: false }],
  ['a/index.js', './esm/c', { path: 'a/esm/c.js', sideEffects: true }],
  ['a/index.js', './lib/b.json', { path: 'a/lib/b.json', sideEffects: false }],
  ['a/index.js', './lib/both', undefined],
  ['a/index.js', './lib/folder', undefined],
  ['a/index.js', './lib/', undefined],
  ['a/lib/b.js', './.', undefined],
  ['a/index.js', './missing.js', undefined],
  ['a/index.js', './link.js', undefined],
  ['a/index.js', 'b', undefined],
  ['a/index.js', '../../../../../etc/hosts', undefined],
  ['some/d.js', './d.js', undefined],
  ['broken/e.js', './e.js', undefined],
])('from %s, %s', (importer, wanted, found) => {
  const inModules = found && { ...found, path: `node_modules/${found.path}` }
  expect(files.find(`node_modules/${importer}`, wanted)).toEqual(inModules)
})
