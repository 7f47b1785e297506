// What the browser loads, gzipped, as it is built.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
const KB = 1000
const SHELL = [
  'index.html',
  'src/app/shell.tsx',
  'src/screens/sign-in/sign-in-screen.tsx',
  'src/screens/projects/home-screen.tsx',
]
const EDITOR = 'src/ui/code-editor/editor.tsx'

interface Chunk {
  readonly file: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

let manifest: Readonly<Record<string, Chunk>>
beforeAll(() => {
  manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
})

function screens(): string[] {
  return Object.keys(manifest).filter((name) => /^src\/screens\/.*-screens?\.tsx$/.test(name))
}

/** filesOf returns the files that the browser loads for these chunks. */
function filesOf(chunks: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of chunks) {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const file of chunk.css ?? []) found.add(file)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

/** sizeOf returns the bytes of the files of a type, as a browser gets them: small files are not gzipped. */
function sizeOf(files: Iterable<string>, type: 'css' | 'js'): number {
  const sizes = [...files].filter((file) => file.endsWith(`.${type}`)).map((file) => join(DIST, file))
  return sizes.reduce((sum, file) => sum + statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size, 0)
}

test('shell, sign-in and project home are at most 190 KB of JavaScript and 20 KB of CSS', () => {
  const files = filesOf(SHELL)
  expect(sizeOf(files, 'js')).toBeLessThanOrEqual(190 * KB)
  expect(sizeOf(files, 'css')).toBeLessThanOrEqual(20 * KB)
})

test('each other screen is at most 60 KB more', () => {
  const shell = filesOf(SHELL)
  expect(screens().length).toBeGreaterThan(20)
  const sizes = screens().map((name) => [name, sizeOf(filesOf([name]).difference(shell), 'js')] as const)
  expect(sizes.filter(([, size]) => size > 60 * KB)).toEqual([])
})

test.each([
  ['functions', '@lezer/javascript/'],
  ['SQL', '@codemirror/lang-sql/'],
  ['GraphQL', 'graphql-colors.ts'],
])('the editor of %s is at most 140 KB until somebody writes', (_, part) => {
  const language = Object.keys(manifest).filter((name) => name.includes(part))
  expect(language).toHaveLength(1)
  const editor = filesOf([EDITOR, ...language]).difference(filesOf(SHELL))
  expect(sizeOf(editor, 'js')).toBeLessThanOrEqual(140 * KB)
})

test('lists, and what an editor needs for writing, are loaded when somebody is about to use them', () => {
  const popups = ['select-popup', 'combobox-popup', 'menu-popup'].map((name) => `src/ui/overlays/${name}.tsx`)
  const later = [...popups, 'src/ui/code-editor/writing.ts', 'src/ui/code-editor/problems.ts']
  const loaded = filesOf([...SHELL, EDITOR, ...screens()])
  const found = later.map((name) => ({
    name,
    built: name in manifest,
    loaded: loaded.has(manifest[name]?.file ?? ''),
  }))
  expect(found).toEqual(later.map((name) => ({ name, built: true, loaded: false })))
})

test('the editor of code is loaded by no screen before it is shown', () => {
  const own = filesOf([EDITOR]).difference(filesOf(SHELL))
  for (const name of Object.keys(manifest).filter((name) => /-screens?\.tsx$/.test(name)))
    expect([name, filesOf([name]).has(manifest[EDITOR]?.file ?? '')]).toEqual([name, false])
  expect(own.size).toBeGreaterThan(0)
})

test('all that is built is at most 4 MB, with no source map', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  const sizes = files.map((file) => statSync(join(DIST, file))).filter((stat) => stat.isFile())
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(4 * KB * KB)
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})
