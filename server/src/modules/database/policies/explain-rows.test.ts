// What policies decide about stored rows, for the caller that X-Msingi-As names: with the claims that they really have.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let user: { readonly id: string }
let ids: Readonly<Record<'hers' | 'shop', string>>

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const columns = [{ name: 'reader', data_type: 'string' }]
  await make('/tables', { name: 'notes', columns })
  user = await make('/auth/users', { email: 'neema@example.com', email_verified: true })
  const mine = "reader = auth.email() and auth.claim('email_verified') = 'true'"
  await make('/tables/notes/rls', { action: 'select', subject: 'authenticated', condition: mine })
  const insert = async (reader: string) => (await make('/tables/notes/records', { data: { reader } })).id
  ids = { hers: await insert('neema@example.com'), shop: await insert('shop@example.com') }
})
afterAll(() => app.stop())

const call = (method: string, path: string, body: unknown, headers = {}, token = project.token) =>
  app.api(method, `/projects/${project.id}${path}`, { token, body, headers })

async function make(path: string, body: unknown) {
  const answer = await call('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.data
}

const explain = (row_ids: readonly unknown[], as?: string, action = 'select') =>
  call('POST', '/tables/notes/rls/explain-rows', { action, row_ids }, as ? { 'x-msingi-as': as } : {})

async function verdicts(as?: string, action?: string) {
  const { data } = await explain([ids.hers, ids.shop], as, action)
  return Object.fromEntries(
    data.map(({ row_id, allowed }: { row_id: string; allowed: boolean }) => [row_id, allowed]),
  )
}

test('decides each row for the user, by their own address and claims', async () => {
  expect(await verdicts(`user:${user.id}`)).toEqual({ [ids.hers]: true, [ids.shop]: false })
  const { data } = await explain([ids.shop], `user:${user.id}`)
  expect(data).toMatchObject([
    {
      reason: 'No allow policy matches.',
      policies: [{ subject: 'authenticated', subject_matches: true, condition_matches: false }],
    },
  ])
  expect(await verdicts(`user:${user.id}`, 'delete')).toEqual({ [ids.hers]: false, [ids.shop]: false })
})

test('decides for keys, and for who asks', async () => {
  expect(await verdicts('key:publishable')).toEqual({ [ids.hers]: false, [ids.shop]: false })
  expect(await verdicts()).toEqual({ [ids.hers]: true, [ids.shop]: true })
})

test('leaves out rows that are not there, also those of another project', async () => {
  const other = await app.createProject()
  const there = { token: other.token, body: { name: 'notes' } }
  await app.api('POST', `/projects/${other.id}/tables`, there)
  const { data: row } = await app.api('POST', `/projects/${other.id}/tables/notes/records`, {
    token: other.token,
    body: { data: {} },
  })
  const { status, data } = await explain([row.id, ids.hers], `user:${user.id}`)
  expect([status, data.map(({ row_id }: { row_id: string }) => row_id)]).toEqual([200, [ids.hers]])
})

test('refuses what it cannot decide', async () => {
  const many = Array.from({ length: 21 }, () => ids.hers)
  for (const rows of [[], many, ['x'], [null]]) {
    const { status, body } = await explain(rows, 'key:publishable')
    expect([status, body.errors[0]]).toEqual([400, expect.stringMatching(/^row_ids/)])
  }
  expect((await explain([ids.hers], 'key:00000000-0000-0000-0000-000000000001')).status).toBe(404)
  const other = await app.createProject()
  const body = { action: 'select', row_ids: [ids.hers] }
  expect((await call('POST', '/tables/notes/rls/explain-rows', body, {}, other.token)).status).toBe(403)
})

test.each(['stored', 'virtual'])('a row that is given has its generated columns (%s)', async (kind) => {
  const table = `diary_${kind}`
  const sql = `create table ${table} (title text, is_private boolean generated always as (title like 'private%') ${kind})`
  expect((await call('POST', '/schema/exec-ddl', { sql })).status).toBe(200)
  const policy = { action: 'insert', subject: 'authenticated' }
  await make(`/tables/${table}/rls`, policy)
  await make(`/tables/${table}/rls`, { ...policy, effect: 'deny', condition: 'is_private' })
  const allowed = async (row: object) => {
    const question = { action: 'insert', user: { id: user.id }, row }
    const { data, text } = await call('POST', `/tables/${table}/rls/explain`, question)
    return data?.allowed ?? text
  }
  expect(await allowed({ title: 'open' })).toBe(true)
  expect(await allowed({ title: 'private diary' })).toBe(false)
  expect(await allowed({ title: 'private diary', is_private: false })).toBe(false)
})
