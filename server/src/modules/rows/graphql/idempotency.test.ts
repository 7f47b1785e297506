// Idempotency-Key on mutations: one that is sent twice is done once, and answered twice the same.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Library, makeLibrary } from './graphql.fixture.ts'

let app: TestApp
let project: TestProject
let library: Library

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  library = await makeLibrary(app, project)
})
afterAll(() => app.stop())

const MUTATION =
  'mutation ($t: String!) { __typename one: insert_books_one(object: {title: $t}) { id copies author { name } } }'

async function send(
  key: string,
  query: string,
  variables: object,
  credential: object = { key: project.secret },
) {
  const answer = await app.api('POST', `/projects/${project.id}/graphql`, {
    ...credential,
    ...{ body: { query, variables }, headers: { 'idempotency-key': key } },
  })
  const { status, text, body, headers } = answer
  return { status, text, errors: (body as any).errors, replayed: headers['idempotency-replayed'] }
}

const count = async (title: string) =>
  (
    await library.ask('query ($t: String!) { n: books_aggregate(where: {title: {_eq: $t}}) { count } }', {
      t: title,
    })
  ).n.count

test('a repeated mutation gives the first answer and writes nothing', async () => {
  const key = randomUUID()
  const first = await send(key, MUTATION, { t: 'once' })
  expect(first).toMatchObject({ status: 200, errors: undefined, replayed: undefined })
  const second = await send(key, MUTATION, { t: 'once' })
  expect(second).toEqual({ ...first, replayed: 'true' })
  expect(await count('once')).toBe(1)
  const fresh = await send(randomUUID(), MUTATION, { t: 'once' })
  expect([fresh.replayed, await count('once')]).toEqual([undefined, 2])
})

test('numbers of the first answer keep all their digits', async () => {
  const key = randomUUID()
  const exact =
    'mutation { insert_books(objects: [{title: "digits", copies: "9007199254740993"}]) { copies } }'
  await send(key, exact, {})
  expect((await send(key, exact, {})).text).toBe('{"data":{"insert_books":[{"copies":9007199254740993}]}}')
})

test('other variables, or another document, under the same key do nothing', async () => {
  const key = randomUUID()
  await send(key, MUTATION, { t: 'first' })
  for (const [query, title] of [
    [MUTATION, 'second'],
    [`${MUTATION} `, 'first'],
  ] as const) {
    const { status, errors, replayed } = await send(key, query, { t: title })
    expect([status, replayed]).toEqual([200, undefined])
    expect(errors[0]).toMatchObject({ extensions: { code: 'key_reused' } })
  }
  expect([await count('first'), await count('second')]).toEqual([1, 0])
})

test('two callers may use the same key', async () => {
  const key = randomUUID()
  await send(key, MUTATION, { t: 'shared' })
  const { replayed } = await send(key, MUTATION, { t: 'shared' }, { token: project.token })
  expect([replayed, await count('shared')]).toEqual([undefined, 2])
})

test('a mutation that failed does not use up its key, and its error names the field', async () => {
  const key = randomUUID()
  const wrong =
    'mutation { a: insert_books_one(object: {title: "failed"}) { id } b: delete_books_by_pk(id: "ID") { id } }'
  const { errors } = await send(key, wrong.replace('ID', randomUUID()), {})
  expect(errors[0]).toMatchObject({ path: ['b'], extensions: { code: 'not_found' } })
  const isbn =
    'mutation { a: insert_books_one(object: {title: "x", isbn: "i"}) { id } b: insert_books_one(object: {title: "y", isbn: "i"}) { id } }'
  expect((await send(key, isbn, {})).errors[0]).toMatchObject({
    path: ['b'],
    extensions: { code: 'already_exists' },
  })
  expect((await send(key, MUTATION, { t: 'failed' })).errors).toBeUndefined()
  expect(await count('failed')).toBe(1)
})

test('of eight twins at once, one writes and all get its answer', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, MUTATION, { t: 'twin' })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ replayed }) => replayed === undefined)).toHaveLength(1)
  expect(await count('twin')).toBe(1)
})

test('who may only read gets no answer of before, and a query takes no notice of the key', async () => {
  const key = randomUUID()
  const query = '{ books_aggregate { count } }'
  const before = (await send(key, query, {})).text
  await send(randomUUID(), MUTATION, { t: 'counted' })
  expect((await send(key, query, {})).text).not.toBe(before)
  const body = { name: 'reader', scopes: ['data:read'] }
  const { data } = await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body })
  expect((await send(key, MUTATION, { t: 'x' }, { key: data.key })).status).toBe(403)
  expect((await send('k'.repeat(256), MUTATION, { t: 'x' })).status).toBe(400)
})
