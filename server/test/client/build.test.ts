// The package as people install it: packed, with plain modules, types and sources, and without a dependency but an optional one.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** An export is a file, or files by conditions. */
type Export = string | { readonly [condition: string]: Export }

let folder: string
let installed: string
let library: Library

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-client-'))
  installed = join(folder, 'node_modules/@msingi/client')
  await mkdir(installed, { recursive: true })
  const pack = ['pack', '--workspace', 'clients/typescript', '--pack-destination', folder, '--json']
  const [{ filename }] = JSON.parse((await run('npm', pack, { cwd: ROOT })).stdout.replace(/^[^[]*/, ''))
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed])
  for (const name of ['react', '@types/react', 'csstype', '@types/node', 'undici-types']) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  library = await openLibrary()
})
afterAll(async () => {
  await library.app.stop()
  await rm(folder, { recursive: true })
})

test('every file that its manifest names is in it, under every condition', async () => {
  const files = await readdir(installed, { recursive: true })
  const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const named = (one: Export): string[] =>
    typeof one === 'string' ? [one] : Object.values(one).flatMap(named)
  const targets = named(exports).map((path) => path.slice('./'.length))
  expect(targets.length).toBeGreaterThan(8)
  expect(targets.filter((path) => !files.includes(path))).toEqual([])
  expect(files).toContain('README.md')
})

test('it imports nothing but itself, and the hooks nothing but React', async () => {
  const files = await readdir(join(installed, 'dist'), { recursive: true })
  const modules = files.filter((name) => name.endsWith('.js'))
  expect(modules).toContain('client.js')
  const others: string[] = []
  for (const name of modules) {
    expect(files).toContain(name.replace(/\.js$/, '.d.ts'))
    const text = await readFile(join(installed, 'dist', name), 'utf8')
    for (const [, from = ''] of text.matchAll(/\bfrom '([^']+)'/g))
      if (from.startsWith('.')) expect(files).toContain(join(dirname(name), from))
      else others.push(`${name}: ${from}`)
  }
  expect(others).toEqual(['react.js: react'])
  // Frameworks that render components on servers leave a module with this line to the browser; bundlers warn of it.
  expect(await readFile(join(installed, 'dist/react-server.js'), 'utf8')).toMatch(/^'use client'/)
})

test('bundlers build the hooks without a warning', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/page.js"></script>')
  await writeFile(
    join(folder, 'page.js'),
    "import { useUser } from '@msingi/client/react'\nconsole.log(useUser)",
  )
  const { stdout, stderr } = await run(join(ROOT, 'node_modules/.bin/vite'), ['build', folder])
  expect(stdout).toContain('built in')
  expect(stdout + stderr).not.toMatch(/warn|directive/i)
})

test('a row with a wrong column is refused by the name of that column', async () => {
  const wrong = `
import { createClient } from '@msingi/client'
const { from } = createClient<{ books: { id: string; price: number } }>('', { project: '', key: '' })
from('books').insert({ prise: 1 })
from('books').upsert({ prise: 1 }, { onConflict: 'id' })
`
  await writeFile(join(folder, 'wrong.ts'), wrong)
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--types',
    'node',
    join(folder, 'wrong.ts'),
  ]
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: folder }).catch(
    (error) => error,
  )
  expect(stdout.match(/'prise' does not exist/g)).toHaveLength(2)
})

const PROGRAM = `
import { createClient, type Client, type MsingiError } from '@msingi/client'
import { watchTable } from '@msingi/client/live'
import { useLiveList, useRows, useUser } from '@msingi/client/react'
import { createServerClient, readCookies } from '@msingi/client/server'

interface Book { id: string; title: string; price: number | null }
export const msingi: Client<{ books: Book }> = createServerClient('http://localhost', {
  project: 'p', key: 'k', cookies: { getAll: () => readCookies('') },
})
export const title: Promise<string | undefined> = msingi.from('books').select('title').first().then((book) => book?.title)
export function View(): string {
  const { rows } = useRows(msingi.from('books').select('title'))
  const { user } = useUser(msingi)
  const first: string | undefined = useLiveList(msingi.from('books')).rows?.[0]?.title
  // @ts-expect-error a column that was not selected
  return String(rows?.[0]?.price) + user?.email + first
}
export const others = [createClient, watchTable, (error: MsingiError) => error.status]
`

test.each([
  { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], lib: ['esnext'] },
  { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['esnext', 'dom', 'dom.iterable'] },
])('a program compiles with $moduleResolution', async (options) => {
  const config = {
    compilerOptions: { strict: true, noEmit: true, target: 'es2022', ...options },
    files: ['program.ts'],
  }
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { stdout } = await run(compiler, ['-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})

test('plain Node runs it', async () => {
  const { id, secret } = library.project
  const script = `
    const { createClient } = await import('@msingi/client')
    const client = createClient('${library.base}', { project: '${id}', key: '${secret}' })
    const live = new Promise((resolve) => {
      const { unsubscribe } = client.subscribe('books', ({ record }) => { unsubscribe(); resolve(record.title) }, {
        onStatus: (status) => { if (status === 'live') client.from('books').insert({ title: 'Heard' }) },
      })
    })
    console.log(await live, await client.from('books').count(), Object.keys(await import('@msingi/client/server')).length)`
  const node = run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
  expect((await node).stdout.trim()).toBe('Heard 1 3')
})
