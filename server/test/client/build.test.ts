// The package as people install it: built to plain modules with types, without a dependency, in Node and in a browser.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const PROJECT = path('../../../clients/typescript/tsconfig.build.json')
const COMPILER = path('../../../node_modules/.bin/tsc')

let folder: string
let library: Library

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-client-'))
  await promisify(execFile)(COMPILER, ['-p', PROJECT, '--outDir', folder])
  library = await openLibrary()
})
afterAll(async () => {
  await library.app.stop()
  await rm(folder, { recursive: true })
})

test('it imports nothing but itself, and every module has its types', async () => {
  const files = await readdir(folder, { recursive: true })
  const modules = files.filter((name) => name.endsWith('.js'))
  expect(modules).toContain('client.js')
  for (const name of modules) {
    expect(files).toContain(name.replace(/\.js$/, '.d.ts'))
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, from] of text.matchAll(/\bfrom '([^']+)'/g))
      expect(files).toContain(join(dirname(name), from as string))
  }
})

test('plain Node runs it', async () => {
  const { id, secret } = library.project
  const script = `
    const { createClient } = await import(${JSON.stringify(pathToFileURL(join(folder, 'client.js')).href)})
    const client = createClient('${library.base}', { project: '${id}', key: '${secret}' })
    const live = new Promise((resolve) => {
      const { unsubscribe } = client.subscribe('books', ({ record }) => { unsubscribe(); resolve(record.title) }, {
        onStatus: (status) => { if (status === 'live') client.from('books').insert({ title: 'Heard' }) },
      })
    })
    console.log(await live, await client.from('books').count())`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  expect((await run).stdout.trim()).toBe('Heard 1')
})
