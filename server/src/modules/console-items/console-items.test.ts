// What the web console keeps: whose it is, who may change it, and how much of it there may be.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { MAX_VALUE } from './console-items.schema.ts'

let app: TestApp
let project: TestProject
let base: string
const members: Record<'owner' | 'developer' | 'viewer' | 'stranger', { token: string; id: string }> =
  {} as never

beforeAll(async () => {
  app = await startTestApp()
  const owner = await app.register('owner@example.com')
  const organisation = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Duka' } })
  const organisation_id = organisation.data.id
  const body = { name: 'Shop', organisation_id }
  const made = await app.api('POST', '/projects', { token: owner.token, body })
  project = { id: made.data.id, token: owner.token, secret: '', publishable: '' }
  base = `/projects/${project.id}/console`
  members.owner = { token: owner.token, id: owner.user.id }
  for (const role of ['developer', 'viewer'] as const) {
    const account = await app.register(`${role}@example.com`)
    members[role] = { token: account.token, id: account.user.id }
    const member = { email: account.user.email, role }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: owner.token, body: member })
  }
  const stranger = await app.register('stranger@example.com')
  members.stranger = { token: stranger.token, id: stranger.user.id }
})
afterAll(() => app.stop())

type Who = keyof typeof members
const send = (method: string, path: string, who: Who, body?: unknown) =>
  app.api(method, `${base}${path}`, { token: members[who].token, ...(body === undefined ? {} : { body }) })

test("one's own items are seen by nobody else", async () => {
  const value = { tabs: ['select 1'], open: 0 }
  const put = await send('PUT', '/sql-tabs', 'developer', { value })
  expect(put.status, put.text).toBe(200)
  const updated_at = app.clock.now().toISOString()
  const item = { key: 'sql-tabs', version: 1, bytes: JSON.stringify(value).length, updated_at }
  expect(put.data).toEqual({ ...item, updated_by: members.developer.id, value })
  expect((await send('GET', '/sql-tabs', 'developer')).data).toEqual(put.data)
  expect((await send('GET', '/sql-tabs?for=me', 'developer')).data).toEqual(put.data)
  expect((await send('GET', '', 'developer')).data).toEqual([{ ...item, updated_by: members.developer.id }])
  for (const path of ['/sql-tabs', '/sql-tabs?for=project'])
    expect((await send('GET', path, 'owner')).status).toBe(404)
  expect((await send('GET', '', 'owner')).data).toEqual([])
  expect((await send('PUT', '/sql-tabs', 'viewer', { value: null })).data).toMatchObject({
    value: null,
    version: 1,
  })
  expect((await send('DELETE', '/sql-tabs', 'owner')).status).toBe(404)
  expect((await send('DELETE', '/sql-tabs', 'developer')).status).toBe(204)
  expect((await send('GET', '/sql-tabs', 'developer')).status).toBe(404)
  expect((await send('GET', '/sql-tabs', 'viewer')).status).toBe(200)
})

test("the project's items are seen by all members, and changed by developers", async () => {
  const value = { places: { books: [10, 20.5] } }
  expect((await send('PUT', '/diagram?for=project', 'developer', { value })).status).toBe(200)
  expect((await send('GET', '/diagram?for=project', 'viewer')).data.value).toEqual(value)
  expect((await send('PUT', '/diagram?for=project', 'viewer', { value: 1 })).status).toBe(403)
  expect((await send('DELETE', '/diagram?for=project', 'viewer')).status).toBe(403)
  expect((await send('PUT', '/diagram?for=project', 'owner', { value: [] })).data).toMatchObject({
    version: 2,
    updated_by: members.owner.id,
  })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { value: 1 } : undefined
    expect((await send(method, '/diagram?for=project', 'stranger', body)).status).toBe(403)
  }
})

test('a version is replaced only if it is still the one', async () => {
  const put = (body: object) => send('PUT', '/view:orders?for=project', 'developer', body)
  expect((await put({ value: 1, version: 1 })).status).toBe(412)
  expect((await put({ value: 1, version: 0 })).data.version).toBe(1)
  expect((await put({ value: 2, version: 0 })).status).toBe(412)
  const both = await Promise.all([put({ value: 2, version: 1 }), put({ value: 3, version: 1 })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect((await put({ value: 4 })).data.version).toBe(3)
})

test('of two that store a new item at once, none is lost to an error', async () => {
  const put = (value: number) => send('PUT', '/together', 'developer', { value })
  const answers = await Promise.all([1, 2, 3, 4].map(put))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.map(({ data }) => data.version).toSorted()).toEqual([1, 2, 3, 4])
})

test('entries of a list are replaced, added and removed, whoever changes others at once', async () => {
  const patch = (body: object, key = 'tabs') => send('PATCH', `/${key}`, 'developer', body)
  const made = await patch({ by: 'id', put: [{ id: 'a', n: 1 }, { id: 'b' }] })
  expect([made.status, made.data.version, made.data.value]).toEqual([
    200,
    1,
    [{ id: 'a', n: 1 }, { id: 'b' }],
  ])
  const next = await patch({ by: 'id', put: [{ id: 'c' }, { id: 'a', n: 2 }], remove: ['b', 'none'] })
  expect([next.data.version, next.data.value]).toEqual([2, [{ id: 'a', n: 2 }, { id: 'c' }]])

  const names = Array.from({ length: 8 }, (_, n) => `at once ${n}`)
  const all = await Promise.all(names.map((id) => patch({ by: 'id', put: [{ id }] }, 'at-once')))
  expect(all.map(({ status }) => status)).toEqual(names.map(() => 200))
  const { value } = (await send('GET', '/at-once', 'developer')).data
  expect(value.map(({ id }: { id: string }) => id).toSorted()).toEqual(names)
})

test('entries keep what identifies nothing, and all digits', async () => {
  const raw = '{"value":[7,null,{"id":5},{"big":12345678901234567890},{"id":"x"}]}'
  const headers = { 'content-type': 'application/json' }
  const { token } = members.developer
  await app.api('PUT', `${base}/mixed`, { token, raw, headers })
  const body = { by: 'id', put: [{ id: 'y' }], remove: ['x', '5'] }
  const { status, text } = await send('PATCH', '/mixed', 'developer', body)
  const value = '[7,null,{"id":5},{"big":12345678901234567890},{"id":"y"}]'
  expect([status, text]).toEqual([200, expect.stringContaining(`"value":${value}`)])
})

test.each([
  [{ put: [{ id: 'a' }] }, 400, 'by'],
  [{ by: 'id', put: [{ name: 'a' }] }, 400, 'put'],
  [{ by: 'id', put: [{ id: 1 }] }, 400, 'put'],
  [{ by: '__proto__', put: [{}] }, 400, 'put'],
  [{ by: 'id', put: ['a'] }, 400, 'put'],
  [{ by: 'id', remove: [1] }, 400, 'remove'],
  [{ by: 'id', version: 1 }, 400, 'version'],
  [{ by: 'id', put: [{ id: 'a', text: 'x'.repeat(MAX_VALUE) }] }, 413, '64 KB'],
] as const)('PATCH of %j is refused', async (body, status, words) => {
  const answer = await send('PATCH', '/refused', 'developer', body)
  expect(answer.status, answer.text.slice(0, 300)).toBe(status)
  expect(answer.text).toContain(words)
  expect((await send('GET', '/refused', 'developer')).status).toBe(404)
})

test('entries of what is no list, or somebody else may change, stay as they are', async () => {
  const body = { by: 'id', put: [{ id: 'a' }] }
  await send('PUT', '/object', 'developer', { value: { id: 'a' } })
  const refused = await send('PATCH', '/object', 'developer', body)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('not a list')])
  expect((await send('PATCH', '/shared?for=project', 'viewer', body)).status).toBe(403)
  expect((await send('PATCH', '/shared?for=project', 'stranger', body)).status).toBe(403)
  expect((await send('PATCH', '/shared?for=project', 'developer', body)).data.value).toEqual([{ id: 'a' }])
  expect((await send('PATCH', '/own', 'viewer', body)).status).toBe(200)
})

test('values are returned digit for digit', async () => {
  const raw = '{"value":{"big":12345678901234567890,"text":"\\u0000 \\ud83d\\ude00"}}'
  const headers = { 'content-type': 'application/json' }
  const { token } = members.developer
  const { status, text } = await app.api('PUT', `${base}/exact`, { token, raw, headers })
  expect([status, text]).toEqual([200, expect.stringContaining('"big":12345678901234567890')])
  const { data, text: read } = await send('GET', '/exact', 'developer')
  expect([data.value.text, read]).toEqual(['\0 😀', expect.stringContaining('"big":12345678901234567890')])
})

test.each([
  ['/ok', {}, 400, 'value'],
  ['/ok', { value: 1, more: 2 }, 400, 'more'],
  ['/ok', { value: 1, version: -1 }, 400, 'version'],
  ['/-no', { value: 1 }, 400, 'key'],
  [`/${'x'.repeat(101)}`, { value: 1 }, 400, 'key'],
  ['/ok?for=all', { value: 1 }, 400, 'for'],
  ['/ok', { value: 'x'.repeat(MAX_VALUE) }, 413, '64 KB'],
  ['/ok', { value: 'x'.repeat(3 * MAX_VALUE) }, 413, ''],
] as const)('PUT %s is refused (%#)', async (path, body, status, words) => {
  const answer = await send('PUT', path, 'developer', body)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).toContain(words)
})

test('the number of items is bounded, for each account apart', async () => {
  const { rows } = await app.platform.clusters.main.admin.query(
    `insert into platform.console_items (project_id, account_id, key, value, version, updated_at)
     select $1, $2, 'x' || n, '1', 1, now() from generate_series(1, 200) n returning key`,
    [project.id, members.owner.id],
  )
  const full = await send('PUT', '/more', 'owner', { value: 1 })
  expect([rows.length, full.status, full.body.message]).toEqual([200, 409, expect.stringContaining('200')])
  expect((await send('PATCH', '/more', 'owner', { by: 'id', put: [{ id: 'a' }] })).status).toBe(409)
  expect((await send('PUT', '/x1', 'owner', { value: 2 })).status).toBe(200)
  expect((await send('PUT', '/more', 'viewer', { value: 1 })).status).toBe(200)
})

test('keys of the project are refused', async () => {
  const other = await app.createProject()
  for (const key of [other.secret, other.publishable])
    expect((await app.api('GET', `/projects/${other.id}/console`, { key })).status).toBe(403)
})
