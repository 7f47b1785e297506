// What a run of tests comes to: planted suites, each run as `npm test` runs ours.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('./run-suite.ts', import.meta.url))
const PASSES = `test('passes', () => {})`
const FAILS = `test('fails', () => { throw new Error('as planted') })`
// A file that does something in its first run alone.
const first = (what: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  const first = !existsSync(import.meta.filename + '.ran')
  writeFileSync(import.meta.filename + '.ran', '')
  ${what}`
const FAILS_FIRST = first(`test('by chance', () => { if (first) throw new Error('lost by chance') })`)

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'msingi-suite-'))
})
afterEach(() => rm(root, { recursive: true }))

const list = () => join(root, 'flaky-tests.log')

async function run(...files: string[]): Promise<{ code: number; output: string }> {
  await Promise.all(files.map((text, n) => writeFile(join(root, `planted-${n}.test.js`), text)))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, '--root', root, '--globals', 'planted'],
      { env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('a run that passes is green, and forgets what was flaky before', async () => {
  await writeFile(list(), 'of the run before')
  expect(await run(PASSES)).toMatchObject({ code: 0 })
  expect(existsSync(list())).toBe(false)
})

test.each([
  ['a test', FAILS_FIRST, 'by chance', 'lost by chance'],
  [
    'a hook',
    first(`describe('room', () => { beforeAll(() => { if (first) throw new Error('no room') })
      test('waits', () => {}) })`),
    'room',
    'no room',
  ],
  ['a file', first(`if (first) throw new Error('not read'); ${PASSES}`), 'the file', 'not read'],
  [
    'an error that nobody waits for',
    first(`test('passes', async () => { if (first) Promise.reject(new Error('unheard'))
      await new Promise(setImmediate) })`),
    'an error that no test waited for',
    'unheard',
  ],
])('%s that fails and then passes is green, and named', async (_what, text, name, message) => {
  const { code, output } = await run(PASSES, text)
  expect(code, output).toBe(0)
  const named = `FLAKY planted-1.test.js > ${name}\n    ${message}\n`
  expect(output).toContain(named)
  expect(await readFile(list(), 'utf8')).toContain(named)
})

test('a test that fails twice is red, also beside one that is flaky', async () => {
  const { code, output } = await run(FAILS, FAILS_FIRST)
  expect(code).toBe(1)
  expect(output).toContain('planted-0.test.js failed twice')
  expect(output).toContain('FLAKY planted-1.test.js > by chance')
})

test('a worker that dies is red', async () => {
  const { code, output } = await run(`test('dies', () => process.kill(process.pid, 'SIGKILL'))`)
  expect(code, output).toBe(1)
})

test('six files that fail are red at once', async () => {
  const { code, output } = await run(...Array.from({ length: 6 }, () => FAILS_FIRST))
  expect(code).toBe(1)
  expect(output).toContain('6 files failed, more than 5')
  expect(output).not.toContain('FLAKY')
})

test('a run without a test is red', async () => {
  expect(await run()).toMatchObject({ code: 1 })
})
