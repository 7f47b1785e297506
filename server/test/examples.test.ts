// The examples of the documentation work as they stand: those of the README and of each page, in the order in which the
// README lists them, pasted into one shell.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ADDRESS = 'http://127.0.0.1:8080'

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'msingi-examples-'))
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** examplesOf gives the blocks of a page that make requests, but for those in which something is to be filled in. */
async function examplesOf(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.filter((block) => /\b(curl|send)\b/.test(block) && !block.replace(/#.*$/gm, '').includes('…'))
}

// Every call leaves its exit code and arguments. A stream has no end, and is fine if it is there after two seconds.
const WATCHED = `
set -u
curl() {
  case "$*" in */realtime/events*) set -- "$@" -m 2 ;; esac
  command curl --silent --fail-with-body "$@"
  local code=$?
  echo "$code $*" | tr '\\n' ' ' >> calls
  echo >> calls
  return $code
}
`

test('every example can be pasted and succeeds', { timeout: 180_000 }, async () => {
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const pages = [
    'README.md',
    ...[...readme.matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, page = '']) => page),
  ]
  const examples = (await Promise.all(pages.map(examplesOf))).flat()
  await writeFile(
    join(folder, 'script'),
    [WATCHED, ...examples, 'exit 0'].join('\n').replaceAll(ADDRESS, base),
  )
  const { stdout, stderr } = await promisify(execFile)('bash', ['script'], { cwd: folder, timeout: 170_000 })

  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  const streamed = (call: string) => call.startsWith('28 ') && call.includes('/realtime/events')
  expect(calls.filter((call) => !call.startsWith('0 ') && !streamed(call))).toEqual([])
  expect(stderr).toBe('')
  // Each page has its say, and what it shows is what it gets.
  expect(calls.length).toBeGreaterThan(25)
  for (const part of ['/graphql', '/query/run', '/query/exec', '/schema/views', '/auth/signup', '/records?'])
    expect(calls.join()).toContain(part)
  expect(stdout).toContain(
    '{"title":"Kusadikika","author":{"name":"Shaaban Robert","country":"Tanzania"},"reviews":[{"stars":5}]}',
  )
  expect(stdout).toContain('"rows":[{"status":"published","dearest":45000.0000}]')
  expect(stdout).toContain('{"authors":[{"name":"Shaaban Robert","books":[{"title":"Kusadikika"}]}]}')
  expect(stdout).toContain('"name":"Kanzu"')
})
