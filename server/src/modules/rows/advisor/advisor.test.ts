// Figures of tables, the overview of a project, and advice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let schema: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  schema = `p_${project.id.replaceAll('-', '')}`
  const sql = `
    create table customers (name text, phone text);
    create table orders (customer_id uuid references customers, amount numeric, note text, city text);
    create index orders_city on orders (city);
    create index orders_city_amount on orders (city, amount);
    create index orders_lower on orders (lower(note));
    create index orders_live on orders (city) where deleted_at is null;
    insert into customers (name) select 'c' || n from generate_series(1, 20) n;`
  // SQL that makes a foreign key gives it an index, which only a later request takes away.
  for (const one of [sql, 'drop index "orders$customer_id$idx"']) {
    const made = await send('POST', '/schema/exec-ddl', { sql: one })
    if (made.status !== 200) throw new Error(made.text)
  }
})
afterAll(() => app.stop())

const send = (method: string, path: string, body?: unknown, of = project) =>
  app.api(method, `/projects/${of.id}${path}`, { token: of.token, ...(body === undefined ? {} : { body }) })
// What was worked out is kept for a minute.
const fresh = async (path: string) => {
  app.clock.advance(61)
  const answer = await send('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const adviceOn = async (code: string) => (await fresh('/advice')).filter((one: any) => one.code === code)

test('tables have sizes, and indexes their use', async () => {
  await app.platform.clusters.main.admin.query(`analyze ${schema}.customers`)
  const figures = await fresh('/schema/figures')
  expect(figures.map(({ slug }: any) => slug)).toEqual([
    'customers',
    'orders',
    'payment_transactions',
    'storage_objects',
    'users',
  ])
  const [customers, orders] = figures
  expect(customers).toMatchObject({ estimated_rows: 20, unindexed_foreign_keys: [] })
  expect(customers.row_bytes).toBeGreaterThan(0)
  expect(customers.index_bytes).toBeGreaterThan(0)
  expect(orders.unindexed_foreign_keys).toMatchObject([{ columns: ['customer_id'] }])
  const indexes = Object.fromEntries(orders.indexes.map((one: any) => [one.name, one]))
  expect(indexes.orders_city).toMatchObject({
    ...{ columns: ['city'], method: 'btree', unique: false, uses: 0, unused: true, last_used_at: null },
    ...{ condition: null, duplicate_of: 'orders_city_amount' },
  })
  expect(indexes.orders_lower).toMatchObject({ columns: [null], duplicate_of: null })
  expect(indexes.orders_live).toMatchObject({ condition: '(deleted_at IS NULL)', duplicate_of: null })
  expect(indexes.orders_city_amount.duplicate_of).toBeNull()
  const key = orders.indexes.find(({ columns }: any) => columns[0] === 'id')
  expect(key).toMatchObject({ unique: true, unused: false })
})

test('figures are kept for a short time', async () => {
  const before = await fresh('/overview')
  await send('POST', '/tables', { name: 'later' })
  expect((await send('GET', '/overview')).data).toEqual(before)
  expect((await fresh('/overview')).counts.tables).toBe(before.counts.tables + 1)
})

test('figures and advice follow a change of the schema at once', async () => {
  const names = async () => {
    const figures = (await send('GET', '/schema/figures')).data
    return figures.find(({ slug }: any) => slug === 'customers').indexes.map(({ name }: any) => name)
  }
  const advised = async () => (await send('GET', '/advice')).data.map(({ where }: any) => where.index)
  expect(await names()).not.toContain('customers_name')
  expect(await advised()).not.toContain('customers_name')
  const sql =
    'create index customers_name on customers (name); create index customers_name_2 on customers (name)'
  expect((await send('POST', '/schema/exec-ddl', { sql })).status).toBe(200)
  expect(await names()).toContain('customers_name')
  expect(await advised()).toContain('customers_name_2')
  expect(
    (await send('POST', '/schema/exec-ddl', { sql: 'drop index customers_name, customers_name_2' })).status,
  ).toBe(200)
  expect(await names()).not.toContain('customers_name')
  expect(await advised()).not.toContain('customers_name_2')
})

test('the overview counts requests of the last day, things and bytes', async () => {
  const { admin } = app.platform.clusters.main
  const other = await app.createProject()
  // The list has written what waited in memory: what created the project is taken away.
  await send('GET', '/request-logs')
  await admin.query('delete from platform.request_logs where project_id = $1', [other.id])
  // For days that have no partition of their own.
  await admin.query('create table platform.request_logs_rest partition of platform.request_logs default')
  const log = (of: TestProject, status: number, left_out: number, hoursAgo: number) =>
    admin.query(
      `insert into platform.request_logs
         (project_id, request_id, method, path, status, duration_ms, actor, address, left_out, created_at)
       values ($1, 'x', 'GET', '/api/v1/data/slow', $2, 2000, 'key', '::1', $3, $4)`,
      [of.id, status, left_out, new Date(app.clock.now().getTime() - hoursAgo * 3_600_000)],
    )
  await log(other, 200, 0, 1)
  await log(other, 500, 5, 2)
  await log(other, 404, 0, 3)
  await log(other, 200, 0, 25)
  const { status, data, text } = await send('GET', '/overview', undefined, other)
  expect(status, text).toBe(200)
  expect(data.requests).toMatchObject({
    total: 8,
    client_errors: 1,
    server_errors: 1,
    average_ms: 2000,
    p95_ms: 2000,
  })
  expect(Date.parse(data.requests.since)).toBe(app.clock.now().getTime() - 24 * 3_600_000)
  expect(data.counts).toEqual({ tables: 0, users: 0, api_keys: 2, functions: 0, webhooks: 0, cron_jobs: 0 })
  expect(data.sizes.storage_bytes).toBe(0)
  expect(data.sizes.database_bytes).toBeGreaterThan(0)
  const [slow, ...rest] = (await send('GET', '/advice', undefined, other)).data
  expect(rest).toEqual([])
  expect(slow).toMatchObject({ code: 'slow_requests', where: { method: 'GET', path: '/api/v1/data/slow' } })
})

test('the overview has the bytes of files as they are now', async () => {
  const other = await app.createProject()
  const stored = async () => (await send('GET', '/storage/usage', undefined, other)).data.bytes
  await app.platform.clusters.main.admin.query(
    `insert into platform.usage_days (project_id, day, storage_bytes, measured_at) values ($1, $2::date - 1, 5, $2)`,
    [other.id, app.clock.now()],
  )
  await send('POST', '/storage/buckets', { name: 'b' }, other)
  const answer = await app.api('PUT', `/projects/${other.id}/storage/buckets/b/objects/a.txt`, {
    ...{ key: other.secret, raw: 'twelve bytes', headers: { 'content-type': 'text/plain' } },
  })
  expect(answer.status, answer.text).toBe(201)
  expect((await send('GET', '/overview', undefined, other)).data.sizes.storage_bytes).toBe(12)
  expect(await stored()).toBe(12)
})

test('advice names contacts that publishable keys may read', async () => {
  const code = 'contacts_open_to_publishable_keys'
  expect(await adviceOn(code)).toEqual([])
  const table = (await send('GET', '/tables/customers')).data.id
  await send('POST', `/tables/${table}/rls`, { action: 'select', subject: 'public' })
  const [advice] = await fresh('/advice')
  expect(advice).toMatchObject({ code, severity: 'error', where: { table: 'customers', columns: ['phone'] } })
})

test('advice names tables without policies, and indexes to make and to drop', async () => {
  const without = (await adviceOn('table_without_policies')).map(({ where }: any) => where.table)
  expect(without).toContain('orders')
  expect(without).not.toContain('customers')
  expect(without).not.toContain('users')
  expect(await adviceOn('foreign_key_without_index')).toMatchObject([
    {
      severity: 'info',
      where: { table: 'orders', columns: ['customer_id'] },
      docs: expect.stringContaining('.md'),
    },
  ])
  expect(await adviceOn('duplicate_index')).toMatchObject([
    { where: { table: 'orders', index: 'orders_city', duplicate_of: 'orders_city_amount' } },
  ])
  await send('POST', '/schema/exec-ddl', {
    sql: 'create index orders_customer on orders (customer_id); drop index orders_city',
  })
  expect(await adviceOn('foreign_key_without_index')).toEqual([])
  expect(await adviceOn('duplicate_index')).toEqual([])
})

test('advice names old secrets and failing webhooks', async () => {
  await send('POST', '/secrets', { key: 'OLD', value: 'never changed' })
  expect(await adviceOn('secret_never_rotated')).toEqual([])
  const { admin } = app.platform.clusters.main
  const long = new Date(app.clock.now().getTime() - 200 * 24 * 3_600_000)
  await admin.query('update platform.secrets set created_at = $2 where project_id = $1', [project.id, long])
  expect(await adviceOn('secret_never_rotated')).toMatchObject([{ where: { secret: 'OLD' } }])
  const hook = { name: 'Shop', url: 'https://example.com/hook', events: ['row.inserted'] }
  const { data } = await send('POST', '/webhooks', hook)
  expect(await adviceOn('webhook_failing')).toEqual([])
  await admin.query(`update platform.webhooks set disabled_reason = 'gone' where id = $1`, [data.id])
  expect(await adviceOn('webhook_failing')).toMatchObject([
    { severity: 'error', where: { webhook: 'Shop', webhook_id: data.id } },
  ])
})

test('is for dashboard users of the project', async () => {
  const other = await app.createProject()
  for (const path of ['/overview', '/schema/figures', '/advice']) {
    const address = `/projects/${project.id}${path}`
    expect((await app.api('GET', address, { token: other.token })).status).toBe(403)
    expect((await app.api('GET', address, { key: project.secret })).status).toBe(403)
  }
})
