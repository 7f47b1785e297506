// Builds of the console that begin at once, as those of test files after a change of its sources.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILDS = 3
// Enough that folders which are removed and filled at the same time meet.
const FILES = 500

let house: string
let tools: string
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'msingi-console-'))
  tools = join(house, 'console')
  const clients = ['typescript', 'api-types', 'snippets'].map((name) => `clients/${name}/src`)
  for (const folder of ['console/public', 'examples/music-store', ...clients])
    await mkdir(join(house, folder), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'), 'junction')
  await writeFile(join(house, 'package-lock.json'), '{}')
  await writeFile(join(tools, 'package.json'), '{ "type": "module" }')
  await cp(join(ROOT, 'console/prepare.js'), join(tools, 'prepare.js'))
  for (let file = 0; file < FILES; file++) await writeFile(join(tools, 'public', `${file}.txt`), 'text')
})

afterAll(() => rm(house, { recursive: true, force: true }))

/** prepare is one of several builds: it ends when it has built, or seen that another has. */
async function prepare(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(tools, 'prepare.js')])
}

test('several at once end well, leave one whole build and nothing beside it', async () => {
  for (const text of ['one', 'two']) {
    await writeFile(join(tools, 'index.html'), `<!doctype html><title>${text}</title>`)
    await Promise.all(Array.from({ length: BUILDS }, prepare))
    expect(await readFile(join(tools, 'dist/index.html'), 'utf8')).toContain(`<title>${text}</title>`)
    const built = await readdir(join(tools, 'dist'))
    expect(built.filter((file) => file.endsWith('.txt'))).toHaveLength(FILES)
    expect(built).toContain('build.json')
    expect((await readdir(tools)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  }
})

test('without Vite, and without folders that only a build reads, what is built stays', async () => {
  const installed = await mkdtemp(join(tmpdir(), 'msingi-console-'))
  onTestFinished(() => rm(installed, { recursive: true, force: true }))
  const place = join(installed, 'console')
  await mkdir(join(place, 'dist'), { recursive: true })
  await writeFile(join(place, 'package.json'), '{ "type": "module" }')
  await writeFile(join(place, 'dist/build.json'), '{ "hash": "built" }')
  await cp(join(ROOT, 'console/prepare.js'), join(place, 'prepare.js'))
  const { stdout } = await promisify(execFile)(process.execPath, [join(place, 'prepare.js')])
  expect(stdout).toBe('')
  expect(await readFile(join(place, 'dist/build.json'), 'utf8')).toBe('{ "hash": "built" }')
})
