// The examples of the documentation work as they stand: those of the README and of each page, in the order in which the
// README lists them, pasted into one shell; programs of a page behind each other, or one by one.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { ALONE, type Alone, LEFT } from './examples.fixture.ts'
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
  // Programs wait in real time.
  app = await startTestApp({}, { clock: systemClock })
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
  /** saysWhy is whether its first line says why it is not run. */
  readonly saysWhy: boolean
  /** isCall is whether it is written, and run, by the tests of snippets. */
  readonly isCall: boolean
  /** place is the page and the line, for failures. */
  readonly place: string
}

/** examplesOf gives the blocks of a page, with the project and key of the shell where a program names them. */
async function examplesOf(page: string, shop: Shop = { project: '', key: '' }): Promise<Example[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: block = '', index }) => {
    const code = block.replaceAll('3f0c…', shop.project).replaceAll(/m[sp]k_…/g, shop.key)
    const saysWhy = /^(?:\/\/|#) (?:Needs|Runs until) /.test(code)
    const isRun = !saysWhy && !code.replaceAll(/(?<=^|\s)(?:#|\/\/).*$/gm, '').includes('…')
    const before = text.slice(0, index)
    const isCall = before.lastIndexOf('<!-- A call,') > before.lastIndexOf('<!-- So much of the call.')
    return { language, code, isRun, saysWhy, isCall, place: `${page}:${before.split('\n').length}` }
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

/** FENCES are the languages that blocks of pages are run in. */
const FENCES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'typescript',
  tsx: 'typescript',
  php: 'php',
  python: 'python',
}

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

describe('examples that need more, one by one', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = JSON.parse(await readFile(join(folder, 'shop'), 'utf8'))
    await furnish(shop)
  })

  test.each(Object.keys(WHOLE).filter((language) => language in LANGUAGES))(
    'in %s',
    { timeout: 120_000 },
    async (language) => {
      const all = await Promise.all(ALONE.map((alone) => exampleOf(alone, shop)))
      const examples = all.filter((one) => FENCES[one.language] === language)
      const start = language === 'php' ? '<?php\n' : ''
      const ran = await programs.runAll(
        language,
        examples.map(({ code }) => ({ code: start + code })),
      )
      const failed = ran.flatMap(({ error }, at) => (error ? [`${examples[at]?.place}: ${error}`] : []))
      expect(failed).toEqual([])
      expect(examples.length).toBeGreaterThan(0)
    },
  )
})

test('every example of a program is run, or it is said why not', async () => {
  const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  const pages = [
    'README.md',
    ...docs.map((name) => `docs/${name}`),
    ...['php', 'python', 'typescript'].map((name) => `clients/${name}/README.md`),
  ]
  const listed = [...ALONE, ...LEFT]
  const [silent, found] = [[] as string[], [] as string[]]
  for (const page of pages) {
    for (const { language, code, isRun, saysWhy, isCall, place } of await examplesOf(page)) {
      if (FENCES[language] === undefined || isCall) continue
      const entries = listed.filter((one) => one.page === page && code.startsWith(one.begins))
      found.push(...entries.map(({ begins }) => `${page}: ${begins}`))
      const isBehind = isRun && PROGRAMS.some(([one, , fence]) => one === page && fence === language)
      if (!isBehind && !saysWhy && entries.length === 0) silent.push(place)
    }
  }
  expect(silent).toEqual([])
  expect(found.sort()).toEqual(listed.map(({ page, begins }) => `${page}: ${begins}`).sort())
})

/** exampleOf gives an example of the table, behind what it is given. */
async function exampleOf({ page, begins, given }: Alone, shop: Shop): Promise<Example> {
  const examples = await examplesOf(page, shop)
  const example = examples.find(({ code }) => code.startsWith(begins))
  if (example === undefined) throw new Error(`${page} has no example that begins with ${begins}`)
  const filled = given.replaceAll('3f0c…', shop.project).replaceAll('msk_…', shop.key)
  const whole = `${filled}${example.code}`.replaceAll(ADDRESS, base).replaceAll('/srv/', `${folder}/`)
  // Each language has a bucket and a user of its own.
  const { language } = example
  const code = whole
    .replaceAll('password="…"', 'password="correct horse 1"')
    .replaceAll(/(?<=['"])films(?=['"])/g, `films-${language}`)
    .replaceAll('neema@example.com', `${language}@example.com`)
    .replaceAll('+255712345678', `+25576${String(1_000_000 + Object.keys(FENCES).indexOf(language))}`)
  return { ...example, code: FENCES[language] === 'typescript' ? stripTypeScriptTypes(code) : code }
}

/** furnish makes what examples need. */
async function furnish({ project, key }: Shop): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const { status, text, data } = await app.api(method, path, { key, body })
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
    return data
  }
  const at = `/projects/${project}`
  await call('PUT', `${at}/auth/settings`, { allow_anonymous: true })
  await call('PUT', `${at}/payments/settings`, { is_active: true, provider_a_queries_per_minute: 6000 })
  await call('PUT', '//simulators/faults', { queries_per_minute: 60_000, payers: { approve: 1 } })
  // The page of functions has made another, `place-order`.
  for (const name of ['report', 'yearly-report']) {
    const code = 'export default { fetch: () => Response.json({}) }'
    const { id } = await call('POST', `${at}/functions`, { name, access: 'public', code })
    await call('POST', `${at}/functions/${id}/deploy`, {})
  }
  await writeFile(join(folder, 'may.mp4'), 'film')
  const typesIn = async (lang: string) => (await app.api('GET', `${at}/types?lang=${lang}`, { key })).text
  await writeFile(join(folder, 'database.py'), await typesIn('python'))
  // PHP looks beside the program.
  await writeFile(join(programs.folder, 'database.php'), await typesIn('php'))
}
