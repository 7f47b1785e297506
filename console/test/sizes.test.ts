// What the browser loads, gzipped, as it is built.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
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
  execFileSync(process.execPath, [fileURLToPath(new URL('../prepare.js', import.meta.url))])
  manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))
})

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

/** sizeOf returns the bytes of the files of a type, gzipped. */
function sizeOf(files: Iterable<string>, type: 'css' | 'js'): number {
  const ofType = [...files].filter((file) => file.endsWith(`.${type}`))
  return ofType.reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0)
}

test('shell, sign-in and project home are at most 212 KB of JavaScript and 20 KB of CSS', () => {
  const files = filesOf(SHELL)
  expect(sizeOf(files, 'js')).toBeLessThanOrEqual(212 * KB)
  expect(sizeOf(files, 'css')).toBeLessThanOrEqual(20 * KB)
})

test('each other screen is at most 75 KB more', () => {
  const shell = filesOf(SHELL)
  const screens = Object.keys(manifest).filter((name) => /^src\/screens\/.*-screens?\.tsx$/.test(name))
  expect(screens.length).toBeGreaterThan(20)
  const sizes = screens.map((name) => [name, sizeOf(filesOf([name]).difference(shell), 'js')] as const)
  expect(sizes.filter(([, size]) => size > 75 * KB)).toEqual([])
})

test('the editor of functions is at most 172 KB', () => {
  const shell = filesOf(SHELL)
  const [language] = Object.keys(manifest).filter((name) => name.includes('@codemirror/lang-javascript/'))
  const editor = filesOf([EDITOR, language ?? '']).difference(shell)
  expect(sizeOf(editor, 'js')).toBeLessThanOrEqual(172 * KB)
})

test('the editor of code is loaded by no screen before it is shown', () => {
  const own = filesOf([EDITOR]).difference(filesOf(SHELL))
  for (const name of Object.keys(manifest).filter((name) => /-screens?\.tsx$/.test(name)))
    expect([name, filesOf([name]).has(manifest[EDITOR]?.file ?? '')]).toEqual([name, false])
  expect(own.size).toBeGreaterThan(0)
})

test('all that is built is at most 4.8 MB, with no source map', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  const sizes = files.map((file) => statSync(join(DIST, file))).filter((stat) => stat.isFile())
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(4.8 * KB * KB)
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})
