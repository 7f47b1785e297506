// What webhooks receive: which events, signed how, with which body.
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Received,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { describeWay } from '#test/webhooks/hurry.ts'

let app: TestApp
let receiver: Receiver
let project: TestProject
let webhooks: string
const made: string[] = []
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ internalNetworks: LOOPBACK })
  project = await app.createProject()
  webhooks = `/projects/${project.id}/webhooks`
  await addTable('orders')
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})
afterEach(async () => {
  for (const id of made.splice(0)) await app.api('DELETE', `${webhooks}/${id}`, { token: project.token })
})

async function addTable(name: string) {
  const body = { name, columns: [{ name: 'total', data_type: 'bigint' }] }
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
}

async function listen(path: string, events: string[], more: object = {}) {
  const body = { name: 'Hook', url: receiver.url + path, events, ...more }
  const { data, text, status } = await app.api('POST', webhooks, { token: project.token, body })
  if (status !== 201) throw new Error(text)
  made.push(data.id)
  return data as { id: string; secret: string }
}

const insert = async (total: unknown, table = 'orders') => {
  const { status, data, text } = await app.api('POST', `/data/${table}`, {
    key: project.secret,
    body: { total },
  })
  if (status !== 201) throw new Error(text)
  return data
}
const change = (method: string, id: string, body?: object) =>
  app.api(method, `/data/orders/${id}`, { key: project.secret, body })
const arrived = async (path: string, count: number): Promise<Received[]> => {
  try {
    await expect.poll(() => receiver.of(path).length, { interval: 10 }).toBeGreaterThanOrEqual(count)
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${await describeWay(app.platform.clusters.main.admin)}`, {
      cause: error,
    })
  }
  return receiver.of(path)
}
const brief = (received: readonly Received[]) =>
  received.map(({ body }) => `${body.type} ${body.data.record?.total ?? ''}`.trim()).sort()

test('rows of a table arrive signed, with the same body as live events', async () => {
  const { id, secret } = await listen('/rows', ['row.*:orders'])
  const row = await insert(5)
  await change('PATCH', row.id, { total: 6 })
  await change('DELETE', row.id)
  const all = await arrived('/rows', 3)
  expect(brief(all)).toEqual(['row.deleted 6', 'row.inserted 5', 'row.updated 6'])
  const verifier = new Webhook(secret)
  for (const { text, headers, body } of all) {
    expect(verifier.verify(text, headers)).toEqual(body)
    expect(headers['webhook-id']).toBe(body.id)
    expect(headers['content-type']).toBe('application/json')
    expect(() => verifier.verify(`${text} `, headers)).toThrow()
  }
  const updated = all.find(({ body }) => body.type === 'row.updated')?.body
  expect(updated).toEqual({
    id: updated.id,
    type: 'row.updated',
    created_at: updated.data.created_at,
    project_id: project.id,
    data: {
      id: updated.id,
      type: 'UPDATE',
      table: 'orders',
      project_id: project.id,
      record: { ...row, total: 6, updated_at: expect.any(String) },
      old_record: row,
      created_at: expect.any(String),
    },
  })
  await expect
    .poll(async () => {
      const { data } = await app.api('GET', `${webhooks}/${id}/deliveries`, { token: project.token })
      return data.map(({ status, attempts, response_status }: any) => [status, attempts, response_status])
    })
    .toEqual(Array(3).fill(['delivered', 1, 204]))
})

test('large numbers arrive as they are', async () => {
  await listen('/large', ['row.inserted:orders'])
  await insert('9007199254740993')
  const [one] = await arrived('/large', 1)
  expect(one?.text).toContain('"total":9007199254740993')
})

test('a webhook of all rows hears of tables that are made later, from their first row on', async () => {
  await listen('/all', ['row.inserted'])
  await addTable('invoices')
  await insert(1, 'invoices')
  const [one] = await arrived('/all', 1)
  expect(one?.body.data.table).toBe('invoices')
})

test('a filter chooses rows; others of the table are not sent', async () => {
  await listen('/filtered', ['row.inserted:orders'], { filter: 'total between 10 and 20' })
  await listen('/unfiltered', ['row.inserted:orders'])
  for (const total of [5, 15, 25, 20]) await insert(total)
  await arrived('/unfiltered', 4)
  expect(brief(await arrived('/filtered', 2))).toEqual(['row.inserted 15', 'row.inserted 20'])
})

test.each([
  ['stored', 'before'],
  ['stored', 'after'],
  ['virtual', 'before'],
  ['virtual', 'after'],
])('a filter by a %s generated column, added %s the webhook is made', async (kind, when) => {
  const table = `sums_${kind}_${when}`
  const ddl = async (sql: string) => {
    const path = `/projects/${project.id}/schema/exec-ddl`
    const answer = await app.api('POST', path, { token: project.token, body: { sql } })
    expect(answer.status, answer.text).toBe(200)
  }
  const column = `doubled bigint generated always as (total * 2 + length(note)) ${kind}`
  await ddl(`create table ${table} (total bigint, note text default '')`)
  const events = [`row.*:${table}`]
  const adding = `alter table ${table} add column ${column}`
  if (when === 'after') await listen(`/first/${table}`, events)
  await ddl(adding)
  await listen(`/${table}`, events, { filter: 'doubled > 50' })
  await listen(`/all/${table}`, events)
  await insert(1, table)
  const { id } = await insert(100, table)
  for (const total of [3, 200])
    await app.api('PATCH', `/data/${table}/${id}`, { key: project.secret, body: { total } })
  await app.api('DELETE', `/data/${table}/${id}`, { key: project.secret })
  expect(brief(await arrived(`/all/${table}`, 5))).toHaveLength(5)
  const found = await arrived(`/${table}`, 3)
  expect(brief(found)).toEqual(['row.deleted 200', 'row.inserted 100', 'row.updated 200'])
  expect(found.map(({ body }) => body.data.record.doubled).sort()).toEqual([200, 400, 400])
})

test('PostgreSQL decides filters that the server cannot, and what neither can is withheld', async () => {
  const body = {
    name: 'names',
    columns: [
      { name: 'total', data_type: 'bigint' },
      { name: 'name', data_type: 'text' },
    ],
  }
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
  const { id } = await listen('/names', ['row.inserted:names'], {
    filter: "lower(name) = 'éva' or 10 / total = 5",
    ordered: true,
  })
  for (const [total, name] of [
    [9, 'ÉVA'],
    [9, 'ÀDA'],
    [0, 'ÀDA'],
    [2, 'ÀDA'],
  ])
    await app.api('POST', '/data/names', { key: project.secret, body: { total, name } })
  expect(brief(await arrived('/names', 2))).toEqual(['row.inserted 2', 'row.inserted 9'])
  await expect
    .poll(async () => {
      const { data } = await app.api('GET', `${webhooks}/${id}/deliveries`, { token: project.token })
      return data.map(({ status, attempts, error }: any) => [status, attempts, error]).sort()
    })
    .toEqual([
      ['delivered', 1, null],
      ['delivered', 1, null],
      ['failed', 0, 'The filter could not be decided: PostgreSQL could not evaluate it for this row.'],
    ])
})

test('users: created, signed in, updated and deleted, without what is private', async () => {
  await listen('/users', ['user.*'])
  await listen('/rows-of-users', ['row.*', 'row.inserted'])
  const body = {
    email: 'asha@example.com',
    password: 'siri kubwa 1',
    full_name: 'Asha',
    phone: '+255712345678',
  }
  const { data } = await app.api('POST', `/projects/${project.id}/auth/signup`, { key: project.secret, body })
  const path = `/projects/${project.id}/auth/users/${data.user.id}`
  await app.api('PATCH', path, { token: project.token, body: { full_name: 'Asha Ali' } })
  await app.api('DELETE', path, { token: project.token })
  const all = await arrived('/users', 4)
  const types = all.map((one) => one.body.type)
  expect(types.sort()).toEqual(['user.created', 'user.deleted', 'user.signed_in', 'user.updated'])
  const bodyOf = (type: string) => all.find((one) => one.body.type === type)?.body.data
  const fields = ['created_at', 'email', 'full_name', 'id', 'is_active', 'phone', 'updated_at']
  expect(Object.keys(bodyOf('user.created')).sort()).toEqual(fields)
  expect(bodyOf('user.updated').full_name).toBe('Asha Ali')
  expect(Object.keys(bodyOf('user.signed_in').user).sort()).toEqual(fields)
  expect(bodyOf('user.signed_in').methods).toEqual(['password'])
  expect(receiver.of('/rows-of-users')).toEqual([])
})

test('the project: renamed; and rows that could not be told one by one', async () => {
  await listen('/project', ['project.*', 'row.missed'])
  await app.api('PATCH', `/projects/${project.id}`, { token: project.token, body: { name: 'Duka' } })
  const [renamed] = await arrived('/project', 1)
  expect(renamed?.body).toMatchObject({ type: 'project.updated', data: { id: project.id, name: 'Duka' } })
  const schema = `p_${project.id.replaceAll('-', '')}`
  await app.platform.clusters.main.admin.query(`truncate ${schema}.orders`)
  const [, missed] = await arrived('/project', 2)
  expect(missed?.body).toMatchObject({ type: 'row.missed', data: { table: 'orders', reason: 'truncated' } })
})

test('both secrets sign while they overlap, and the new one alone afterwards', async () => {
  const { id, secret } = await listen('/rotated', ['row.inserted:orders'])
  const rotate = { overlap_seconds: 60 }
  const next = await app.api('POST', `${webhooks}/${id}/rotate-secret`, {
    token: project.token,
    body: rotate,
  })
  const verifiers = [new Webhook(secret), new Webhook(next.data.secret)]
  await insert(1)
  const [both] = (await arrived('/rotated', 1)) as [Received]
  for (const verifier of verifiers) expect(verifier.verify(both.text, both.headers)).toEqual(both.body)
  app.clock.advance(61)
  await insert(2)
  const [, alone] = (await arrived('/rotated', 2)) as [Received, Received]
  expect(() => verifiers[0]?.verify(alone.text, alone.headers)).toThrow()
  expect(verifiers[1]?.verify(alone.text, alone.headers)).toEqual(alone.body)
})

test('neither a disabled webhook nor one of another project receives anything', async () => {
  const { id } = await listen('/disabled', ['*'])
  await listen('/enabled', ['*'])
  await app.api('PATCH', `${webhooks}/${id}`, { token: project.token, body: { enabled: false } })
  const other = await app.createProject()
  const body = { name: 'Hook', url: `${receiver.url}/other`, events: ['*'] }
  await app.api('POST', `/projects/${other.id}/webhooks`, { token: other.token, body })
  await insert(1)
  await arrived('/enabled', 1)
  expect([...receiver.of('/disabled'), ...receiver.of('/other')]).toEqual([])
})
