// The examples of the documentation work as they stand: those of the README and of each page, in the order in which the
// README lists them, pasted into one shell.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'
import { LANGUAGES, openPrograms, type Programs } from './snippets/programs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ADDRESS = 'http://127.0.0.1:8080'

let app: TestApp
let folder: string
let base: string
let programs: Programs
// Answers to requests of which a part was ignored, such as a column that is not there.
const ignored: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  app.app.server.prependListener('request', noteIgnored)
  programs = await openPrograms()
  folder = await mkdtemp(join(tmpdir(), 'msingi-examples-'))
})
afterAll(async () => {
  await programs?.close()
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

function noteIgnored({ url }: IncomingMessage, response: ServerResponse): void {
  const { end } = response
  const noting = (...given: unknown[]) => {
    if (/"hints":\[.*is ignored/.test(String(given[0]))) ignored.push(`${url}: ${given[0]}`)
    return Reflect.apply(end, response, given)
  }
  Object.assign(response, { end: noting })
}

interface Example {
  readonly language: string
  readonly code: string
  /** isRun is false where something is to be filled in, or the first line says what else it takes. */
  readonly isRun: boolean
  /** place is the page and the line, for failures. */
  readonly place: string
}

/** examplesOf gives the blocks of a page, with the project and key of the shell where a program names them. */
async function examplesOf(page: string, shop: Shop = { project: '', key: '' }): Promise<Example[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: block = '', index }) => {
    const code = block.replaceAll('3f0c…', shop.project).replaceAll(/m[sp]k_…/g, shop.key)
    const isRun =
      !/^(?:\/\/|#) (?:Needs|Runs until) /.test(code) &&
      !code.replaceAll(/(?<=^|\s)(?:#|\/\/).*$/gm, '').includes('…')
    return { language, code, isRun, place: `${page}:${text.slice(0, index).split('\n').length}` }
  })
}

/** shellOf gives what is pasted of a page: examples that make requests; of others, whether their variables are set. */
async function shellOf(page: string): Promise<string[]> {
  const examples = (await examplesOf(page)).filter(({ language }) => language === 'sh')
  return examples.map(({ code, isRun, place }) => {
    if (isRun && /\b(?:curl|send)\b/.test(code)) return code
    const set = new Set([...code.matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    const used = [...code.matchAll(/\$\{?([A-Z_]+)/g)].flatMap(([, name = '']) =>
      set.has(name) ? [] : [name],
    )
    return used.map((name) => `[ -v ${name} ] || echo "${place}: ${name}" >> unset`).join('\n')
  })
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

// What no page has set, and what programs are told of the shell.
const LAST = `
touch unset
printf '{"project": "%s", "key": "%s"}' "$PROJECT" "$KEY" > shop
exit 0
`

interface Shop {
  readonly project: string
  readonly key: string
}

const PROGRAMS: readonly (readonly [page: string, language: string, fence: string])[] = [
  ['clients/typescript/README.md', 'typescript', 'ts'],
  ['docs/types.md', 'typescript', 'ts'],
  ['docs/clients-php.md', 'php', 'php'],
  ['clients/php/README.md', 'php', 'php'],
  ['docs/clients-python.md', 'python', 'python'],
  ['clients/python/README.md', 'python', 'python'],
]

/** WHOLE puts the examples of a page behind each other, as its reader would. */
const WHOLE: Readonly<Record<string, (examples: readonly string[]) => string>> = {
  // A name that two examples give is that of the later one.
  typescript: (examples) => stripTypeScriptTypes(examples.join('\n')).replaceAll(/^(?:const|let) /gm, 'var '),
  php: (examples) => `<?php\n${examples.join('\n')}`,
  // The first has the `with` that the others go on in.
  python: ([first = '', ...others]) => first + others.join('\n').replaceAll(/^(?=.)/gm, '    '),
}

test('every example can be pasted and succeeds', { timeout: 300_000 }, async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const pages = [
    'README.md',
    ...[...readme.matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, page = '']) => page),
  ]
  const examples = (await Promise.all(pages.map(shellOf))).flat()
  await writeFile(join(folder, 'script'), [WATCHED, ...examples, LAST].join('\n').replaceAll(ADDRESS, base))
  const { stdout, stderr } = await promisify(execFile)('bash', ['script'], { cwd: folder, timeout: 290_000 })

  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  const streamed = (call: string) => call.startsWith('28 ') && call.includes('/realtime/events')
  expect(calls.filter((call) => !call.startsWith('0 ') && !streamed(call))).toEqual([])
  expect(stderr).toBe('')
  expect(ignored.splice(0)).toEqual([])
  expect(await readFile(join(folder, 'unset'), 'utf8')).toBe('')
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

test.each(PROGRAMS.filter(([, language]) => language in LANGUAGES))(
  'every example of %s can be run behind those before it',
  { timeout: 120_000 },
  async (page, language, fence) => {
    const shop: Shop = JSON.parse(await readFile(join(folder, 'shop'), 'utf8'))
    const examples = (await examplesOf(page, shop)).filter((one) => one.language === fence && one.isRun)
    const code = WHOLE[language]?.(examples.map((one) => one.code)).replaceAll(ADDRESS, base)
    const [ran] = await programs.runAll(language, [{ code: code ?? '' }])
    expect(ran).toMatchObject({ printed: expect.any(String) })
    expect(ignored.splice(0)).toEqual([])
    expect(examples.length).toBeGreaterThan(0)
  },
)
