// PATCH and DELETE of /data/{table}: all rows that match a filter, or none of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let schema: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  schema = `p_${project.id.replaceAll('-', '')}`
  await data.table('orders', {
    status: { data_type: 'string', default_value: 'draft' },
    total: 'integer',
    day: 'date',
    user_id: 'uuid',
  })
})
afterAll(() => app.stop())

let ids: string[]
beforeEach(async () => {
  await data.admin(`truncate ${schema}.orders`)
  const rows = [1, 2, 3, 4].map((total) => ({ total, status: total === 4 ? 'paid' : 'draft' }))
  ids = (await data.insert('orders', rows)).map(({ id }: { id: string }) => id)
})

const prefer = (value: string) => ({ headers: { prefer: value } })
const statuses = () =>
  data.admin(`select total, status, deleted_at is not null as deleted from ${schema}.orders order by total`)
const untouched = [1, 2, 3, 4].map((total) => ({
  total,
  status: total === 4 ? 'paid' : 'draft',
  deleted: false,
}))

test('a change concerns all live rows that match, and says how many they are', async () => {
  await data.call('DELETE', `/data/orders/${ids[2]}`)
  const answer = await data.call('PATCH', '/data/orders?status=eq.draft&total=lt.9', {
    body: { status: 'sent' },
  })
  expect([answer.status, answer.data]).toEqual([200, { count: 2 }])
  expect(answer.headers['content-range']).toBe('*/2')
  expect((await statuses()).map(({ status }) => status)).toEqual(['sent', 'sent', 'draft', 'paid'])
  const none = await data.call('PATCH', '/data/orders?status=eq.nothing', { body: { status: 'x' } })
  expect([none.status, none.data, none.headers['content-range']]).toEqual([200, { count: 0 }, '*/0'])
})

test('a change answers with the rows where that is preferred, in the shape of select', async () => {
  const before = await data.call('GET', `/data/orders/${ids[0]}`)
  const answer = await data.call('PATCH', '/data/orders?status=eq.draft&select=total,state:status', {
    body: { status: 'sent' },
    ...prefer('return=representation, count=none'),
  })
  const expected = [3, 2, 1].map((total) => ({ total, state: 'sent' }))
  expect(answer.data.toSorted((a: any, b: any) => b.total - a.total)).toEqual(expected)
  expect(answer.headers['preference-applied']).toBe('return=representation')
  expect(answer.headers['content-range']).toBe('*/3')
  const whole = await data.call('PATCH', `/data/orders?id=eq.${ids[0]}`, {
    body: { day: '2026-01-31' },
    ...prefer('return=representation'),
  })
  expect(whole.data).toEqual([
    { ...before.data, status: 'sent', day: '2026-01-31', updated_at: whole.data[0].updated_at },
  ])
  expect(Date.parse(whole.data[0].updated_at)).toBeGreaterThan(Date.parse(before.data.updated_at))
})

test('a deletion is soft, and its rows are those that were deleted', async () => {
  const answer = await data.call('DELETE', '/data/orders?or=(total.eq.1,total.eq.4)')
  expect([answer.status, answer.data]).toEqual([200, { count: 2 }])
  expect((await statuses()).map(({ deleted }) => deleted)).toEqual([true, false, false, true])
  const rest = await data.call('DELETE', '/data/orders?id=is.not.null', prefer('return=representation'))
  expect(rest.data.map(({ total }: { total: number }) => total).sort()).toEqual([2, 3])
  expect((await data.call('GET', '/data/orders?count=exact')).data).toEqual({ count: 0 })
})

describe('nothing is written', () => {
  test.each([
    ['without a filter', '', 'Say which rows: one by its id'],
    ['where only columns are chosen', '?select=total', 'Say which rows'],
    ['by pages', '?status=eq.draft&limit=1', 'limit: a write concerns all rows that match'],
    ['in an order', '?status=eq.draft&order=total.asc', 'order: a write'],
    ['to deleted rows', '?status=eq.draft&deleted=only', 'deleted: '],
    ['by an unknown column', '?state=eq.draft', 'Did you mean status'],
    ['by a value that PostgreSQL refuses', '?day=eq.2026-02-30', 'day: '],
  ])('%s', async (_what, query, message) => {
    for (const [method, body] of [['PATCH', { status: 'x' }], ['DELETE']] as const) {
      const answer = await data.call(method, `/data/orders${query}`, body && { body })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors.join('\n')).toContain(message)
    }
    expect(await statuses()).toEqual(untouched)
  })

  test('where more rows match than is preferred, and all is where just as many do', async () => {
    const body = { status: 'sent' }
    const most = (count: number) => prefer(`handling=strict, max-affected=${count}`)
    const refused = await data.call('PATCH', '/data/orders?status=eq.draft', { body, ...most(2) })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe(
      'The filter matches more than 2 rows, more than Prefer: max-affected=2 allows. Nothing was written. ' +
        'Narrow the filter down.',
    )
    expect((await data.call('DELETE', '/data/orders?id=is.not.null', prefer('max-affected=0'))).status).toBe(
      400,
    )
    expect(await statuses()).toEqual(untouched)
    const done = await data.call('PATCH', '/data/orders?status=eq.draft', { body, ...most(3) })
    expect(done.data).toEqual({ count: 3 })
    expect(done.headers['preference-applied']).toBe('handling=strict, max-affected=3')
  })

  test.each([
    ['max-affected=many', 'max-affected is a whole number between 0 and 10000'],
    ['max-affected=10001', 'max-affected'],
    ['return=headers-only', 'return is minimal or representation'],
    ['handling=strict, wait=10', 'wait is not possible here'],
  ])('where it is preferred as %s', async (value, message) => {
    const answer = await data.call('DELETE', '/data/orders?id=is.not.null', prefer(value))
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
    expect(await statuses()).toEqual(untouched)
  })

  test('where a row breaks a rule of the table, to any other', async () => {
    await data.table('codes', { code: { data_type: 'string', unique: true }, kind: 'string' })
    await data.insert('codes', [{ code: 'a' }, { code: 'b' }])
    const answer = await data.call('PATCH', '/data/codes?id=is.not.null', { body: { code: 'c' } })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('same code')])
    expect(await data.list('codes', 'order=code', 'code')).toEqual(['a', 'b'])
  })

  test('to the table users', async () => {
    for (const [method, body] of [['PATCH', { full_name: 'x' }], ['DELETE']] as const) {
      const answer = await data.call(method, '/data/users?id=is.not.null', body && { body })
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('users')])
    }
  })
})

test('10,000 rows are the most that one request writes', async () => {
  await data.admin(`insert into ${schema}.orders (total) select 100 from generate_series(1, 10001)`)
  const tooMany = await data.call('DELETE', '/data/orders?total=eq.100')
  expect([tooMany.status, tooMany.body.message]).toEqual([
    400,
    expect.stringContaining('more than 10000 rows, more than one request may write'),
  ])
  await data.admin(
    `delete from ${schema}.orders where id = (select id from ${schema}.orders where total = 100 limit 1)`,
  )
  expect((await data.call('DELETE', '/data/orders?total=eq.100')).data).toEqual({ count: 10_000 })
})

test('rows of a tree that deletes its branches are deleted together', async () => {
  await data.table('nodes', { name: 'string', parent_id: 'uuid' })
  const body = {
    from_table: 'nodes',
    from_column: 'parent_id',
    to_table: 'nodes',
    to_column: 'id',
    on_delete: 'cascade',
  }
  const path = `/projects/${project.id}/schema/relationships`
  expect((await app.api('POST', path, { token: project.token, body })).status).toBe(201)
  const root = await data.insert('nodes', { name: 'root' })
  const child = await data.insert('nodes', { name: 'child', parent_id: root.id })
  await data.insert('nodes', { name: 'leaf', parent_id: child.id })
  const answer = await data.call('DELETE', '/data/nodes?id=is.not.null')
  expect(answer.status, answer.text).toBe(200)
  expect((await data.call('GET', '/data/nodes?count=exact')).data).toEqual({ count: 0 })
})

describe('policies', () => {
  let amina: { id: string; token: string }
  let juma: { id: string; token: string }

  beforeAll(async () => {
    const person = async () => {
      const { token, user } = await signUp(app, project)
      return { id: user.id as string, token }
    }
    ;[amina, juma] = [await person(), await person()]
    await data.table('posts', { title: 'string', user_id: 'uuid' })
    await data.policy('posts', { action: 'select', subject: 'authenticated' })
    await data.policy('posts', {
      action: 'update',
      subject: 'owner',
      condition: "title <> 'forbidden'",
    })
    await data.policy('posts', { action: 'delete', subject: 'owner' })
  })
  beforeEach(async () => {
    await data.admin(`truncate ${schema}.posts`)
    await data.insert('posts', [
      { title: 'a', user_id: amina.id },
      { title: 'b', user_id: amina.id },
      { title: 'c', user_id: juma.id },
    ])
  })
  const titles = () => data.list('posts', 'order=title', 'title')

  test('pass over rows that may be read and not written', async () => {
    const { token } = amina
    const changed = await data.call('PATCH', '/data/posts?title=in.(b,c)', { token, body: { title: 'z' } })
    expect(changed.data).toEqual({ count: 1 })
    expect(await titles()).toEqual(['a', 'c', 'z'])
    const deleted = await data.call('DELETE', '/data/posts?id=is.not.null', {
      token,
      ...prefer('max-affected=2'),
    })
    expect(deleted.data).toEqual({ count: 2 })
    expect(await titles()).toEqual(['c'])
  })

  test('refuse where they protect all that match, and where a row would become what they forbid', async () => {
    const { token } = amina
    for (const [method, body] of [['PATCH', { title: 'x' }], ['DELETE']] as const) {
      const answer = await data.call(method, '/data/posts?title=eq.c', { token, ...(body && { body }) })
      expect(answer.status, answer.text).toBe(403)
    }
    const forbidden = await data.call('PATCH', '/data/posts?id=is.not.null', {
      token,
      body: { title: 'forbidden' },
    })
    expect(forbidden.status).toBe(403)
    expect(await titles()).toEqual(['a', 'b', 'c'])
    const nobody = { key: project.publishable, body: { title: 'x' } }
    expect((await data.call('PATCH', '/data/posts?id=is.not.null', nobody)).data).toEqual({ count: 0 })
    expect(await titles()).toEqual(['a', 'b', 'c'])
  })
})
