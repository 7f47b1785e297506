// Each call returns the same in every language that this machine runs.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Snippet, snippetsOf } from '@msingi/snippets'
import { type Chain, readChain } from '@msingi/snippets/chain'
import { requestOf, snake } from '@msingi/snippets/request'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { compile } from '#test/openapi/project-types.fixture.ts'
import type { Shop } from './description.ts'
import { DESCRIPTIONS, LIVE } from './descriptions.ts'
import { LANGUAGES, openPrograms, type Programs, type Ran } from './programs.ts'

const SECONDS = 1000
const TABLES = [
  'create table authors (name text not null, country text)',
  'create table books (title text not null unique, price numeric, code bigint, meta jsonb, author_id uuid references authors)',
  'create table customers (name text not null)',
  'create table orders (amount numeric not null, customer_id uuid references customers)',
]
const ECHO = `export default { async fetch(request) {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.slice(pathname.indexOf('/echo') + 5)
  return Response.json({ path, q: searchParams.get('q'), empty: request.headers.get('x-empty') })
} }`
const FUNCTION = `export default { async fetch(request, env) {
  const { book } = await request.json()
  return Response.json({ ordered: (await env.service.from('books').find(book)).title })
} }`

let app: TestApp
let server: string
let programs: Programs
beforeAll(async () => {
  app = await startTestApp({}, { clock: systemClock })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  server = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  programs = await openPrograms()
})
afterAll(async () => {
  await programs?.close()
  await app?.stop()
})

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  let project: TestProject
  let shop: Shop
  let ran: readonly Ran[]
  beforeAll(async () => {
    project = await app.createProject(language)
    shop = await furnish(project)
    const named = DESCRIPTIONS.map(({ chain, isPublic }) => ({
      code: codeOf(chain(shop), isPublic ? project.publishable : project.secret),
      name: nameOf(language, chain(shop)),
    }))
    ran = await programs.runAll(language, named)
  }, 120 * SECONDS)

  const codeOf = (chain: Chain, key: string) =>
    snippetsOf({ server, project: project.id, key }, chain).find(isOf(language))?.code ?? ''

  test.each(DESCRIPTIONS.map((one, at) => ({ ...one, at })))(
    '$name',
    ({ chain, returns, pick, isRefused, at }) => {
      const one = ran[at]
      if (isRefused) return expect(one?.error ?? one?.printed).toMatch(/\b40[04]\b|not found|uuid/i)
      expect(one?.error).toBe(undefined)
      const { end } = readChain(chain(shop))
      // What is printed of each of them is all that there is.
      if (end.name === 'all') return expect(one?.printed).toMatch(/Kusadikika.*Rosa Mistika.*Utengano/s)
      if (end.result === undefined) return
      expect(one?.printed).not.toBe('')
      const value = isRequest(language) ? ofRequest(language, chain(shop), one?.value) : one?.value
      expect(pick === undefined ? value : pick(value)).toEqual(returns)
    },
  )

  test(LIVE.name, async () => {
    const child = await programs.start(language, codeOf(LIVE.chain(shop), project.secret))
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    let count = 0
    // Until it listens it hears nothing: so there are more.
    await expect
      .poll(async () => {
        const rows = [
          { title: `dear ${++count}`, price: 200 },
          { title: `cheap ${count}`, price: 2 },
        ]
        const { status, text } = await app.api('POST', '/data/books', { key: project.secret, body: rows })
        expect(status, text).toBe(201)
        return printed
      })
      .toContain('dear')
    expect(printed).not.toContain('cheap')
  })
})

test('those in TypeScript compile', async () => {
  const place = { server, project: 'a project', key: 'a key' }
  const files = [...DESCRIPTIONS, LIVE].map(({ chain }, at) => {
    const { code = '' } = snippetsOf(place, chain({ book: 'a book' })).find(isOf('typescript')) ?? {}
    return [`${at}.ts`, code] as const
  })
  for (const [name, code] of files) await writeFile(join(programs.folder, name), code)
  await compile(programs.folder, ...files.map(([name]) => name))
})

test('those of the pages can stand in one file', async () => {
  const place = { server, project: 'a project', key: 'a key' }
  const code = DESCRIPTIONS.filter(({ page }) => page !== undefined)
    .map(({ chain }) => snippetsOf(place, chain({ book: 'a book' })).find(isOf('javascript'))?.code)
    .join('\n')
  const file = join(programs.folder, 'one-file.mjs')
  await writeFile(file, code)
  await promisify(execFile)(process.execPath, ['--check', file])
})

test.each<[Chain, RegExp]>([
  [
    [
      ['from', 'books'],
      ['find', '..'],
    ],
    /dots/,
  ],
  [[['from', ''], ['list']], /missing/],
  [[['storage'], ['from', 'films'], ['upload', 'a/../b', 'x']], /dots/],
  [[['storage'], ['from', 'films'], ['download', '']], /name/],
  [[['request', 'GET', '/data/books\n/x']], /line ends/],
  [[['functions'], ['invoke', 'echo', { path: '/%2e%2E/x' }]], /dots/],
  [
    [
      ['from', 'books'],
      ['insert', {}, { idempotenceKey: 'a' }],
    ],
    /no option idempotenceKey of insert/,
  ],
  [[['batch', [{ method: 'PATCH', table: 'books', body: {} }]]], /PATCH needs an id/],
  [[['batch', [{ method: 'POST', table: 'books', id: 'a', body: {} }]]], /POST takes no id/],
])('%j is written in no language', (chain, problem) => {
  expect(() => snippetsOf({ server, project: 'a project', key: 'a key' }, chain)).toThrow(problem)
})

const isOf = (language: string) => (snippet: Snippet) => snippet.value === language
const isRequest = (language: string) => language === 'curl' || language === 'javascript'

function nameOf(language: string, chain: Chain): string | undefined {
  const { result, name } = readChain(chain).end
  if (result === undefined || name === 'all') return undefined
  if (language === 'python') return snake(result)
  return result
}

/** ofRequest takes of an answer what a client returns of it. */
function ofRequest(language: string, chain: Chain, value: unknown): any {
  const { answer } = requestOf(chain, '')
  const { name } = readChain(chain).end
  const isText = language === 'curl' && answer !== 'text'
  const json = isText ? JSON.parse(String(value)) : value
  const data = answer === 'data' ? json.data : json
  if (name === 'first') return data[0]
  return name === 'count' || name === 'updateAll' ? data.count : data
}

/** furnish makes the bookshop. */
async function furnish({ id, token, secret }: TestProject): Promise<Shop> {
  const call = async (method: string, path: string, body: unknown, key?: string) => {
    const answer = await app.api(method, path, key === undefined ? { token, body } : { key, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.data
  }
  const at = `/projects/${id}`
  for (const sql of TABLES) await call('POST', `${at}/schema/exec-ddl`, { sql })
  const add = (table: string, body: object) => call('POST', `/data/${table}`, body, secret)
  const author = await add('authors', { name: 'Shaaban Robert', country: 'Tanzania' })
  const customer = await add('customers', { name: 'Neema' })
  await add('orders', { amount: 18000, customer_id: customer.id })
  const [book] = await add('books', [
    { title: 'Kusadikika', price: 9000, author_id: author.id },
    { title: 'Utengano', price: 7500 },
    { title: 'Rosa Mistika', price: 18000, author_id: author.id },
  ] as object)
  for (const [name, code] of Object.entries({ 'Place order': FUNCTION, Echo: ECHO })) {
    const made = await call('POST', `${at}/functions`, { name, access: 'public', code })
    await call('POST', `${at}/functions/${made.id}/deploy`, {})
  }
  return { book: book.id }
}
