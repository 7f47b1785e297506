// The policies of every table in a query hold, for each kind of caller and each kind of join.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { type CallOptions, startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let id: string
const callers: Record<string, CallOptions> = {}

const rows = async (caller: string, table_slug: string, config: object) => {
  const path = `/projects/${id}/query/run`
  const { status, data, text } = await app.api('POST', path, {
    ...callers[caller],
    body: { table_slug, config },
  })
  expect(status, text).toBe(200)
  return data
}

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  id = project.id
  const data = driveData(app, project)
  const [amina, juma] = [await signUp(app, project), await signUp(app, project)]
  await data.table('shops', { name: 'text', user_id: 'uuid' })
  await data.table('sales', { what: 'text', amount: 'integer', shop_id: 'uuid', user_id: 'uuid' })
  const [a, j] = await data.insert('shops', [
    { name: "Amina's", user_id: amina.user.id },
    { name: "Juma's", user_id: juma.user.id },
  ])
  const sale = (what: string, amount: number, shop: { id: string }, user: { user: { id: string } }) => ({
    ...{ what, amount, shop_id: shop.id, user_id: user.user.id },
  })
  const sales = await data.insert('sales', [
    sale('tea', 1, a, amina),
    sale('cloth', 20, a, juma),
    sale('salt', 300, j, juma),
    sale('gone', 4000, j, juma),
  ])
  await data.call('DELETE', `/data/sales/${sales[3].id}`)
  // Shops are for everybody but sales are each user's own, and nobody but the dashboard sees the price of salt.
  await data.policy('shops', { action: 'select', subject: 'public', effect: 'allow' })
  await data.policy('sales', { action: 'select', subject: 'owner', effect: 'allow' })
  await data.policy('sales', {
    action: 'select',
    subject: 'api_key',
    effect: 'allow',
    condition: 'amount < 300',
  })
  Object.assign(callers, {
    dashboard: { token: project.token },
    secret: { key: project.secret },
    publishable: { key: project.publishable },
    amina: { token: amina.token },
    juma: { token: juma.token },
  })
})
afterAll(() => app.stop())

const SEEN: Record<string, string[]> = {
  dashboard: ['cloth', 'salt', 'tea'],
  secret: ['cloth', 'tea'],
  publishable: ['cloth', 'tea'],
  amina: ['tea'],
  juma: ['cloth', 'salt'],
}

describe.each(Object.entries(SEEN))('%s', (caller, seen) => {
  const on = 'sales.shop_id = shops.id'
  const whats = (result: { rows: { what: string | null }[] }) =>
    result.rows.flatMap(({ what }) => what ?? []).sort()

  test('reads the table itself', async () => {
    expect(whats(await rows(caller, 'sales', { columns: ['what'] }))).toEqual(seen)
  })

  test.each(['INNER', 'LEFT', 'RIGHT', 'FULL'])('reads it behind a %s JOIN', async (type) => {
    const config = { columns: ['what', 'name'], joins: [{ type, table: 'sales', on }] }
    expect(whats(await rows(caller, 'shops', config))).toEqual(seen)
    const back = { columns: ['what'], joins: [{ type, table: 'shops', on }] }
    expect(whats(await rows(caller, 'sales', back))).toEqual(seen)
  })

  test('cannot count or sum what it does not see', async () => {
    const config = {
      joins: [{ type: 'CROSS', table: 'sales', alias: 's' }],
      aggregates: [
        { fn: 'COUNT', alias: 'pairs' },
        { fn: 'STRING_AGG', column: 's.what', alias: 'all' },
        { fn: 'MAX', column: 's.amount', alias: 'most' },
      ],
    }
    const [row] = (await rows(caller, 'shops', config)).rows
    expect(row.pairs).toBe(2 * seen.length)
    expect([...new Set(row.all.split(','))].sort()).toEqual(seen)
    expect(row.most).toBe(Math.max(...seen.map((what) => ({ tea: 1, cloth: 20, salt: 300 })[what] as number)))
  })

  test('has a total of what it sees', async () => {
    expect((await rows(caller, 'sales', { columns: ['what'], limit: 1 })).total).toBe(seen.length)
    const config = { joins: [{ table: 'sales', on }], limit: 1 }
    expect((await rows(caller, 'shops', config)).total).toBe(seen.length)
  })

  test('finds nothing hidden by a filter', async () => {
    const filters = [
      { column: 'sales.amount', operator: 'gt', value: 0 },
      { column: 'sales.what', operator: 'neq', value: '', logic: 'OR' },
    ]
    const config = { columns: ['what'], filters, joins: [{ type: 'LEFT', table: 'sales', on }] }
    expect(whats(await rows(caller, 'shops', config))).toEqual(seen)
  })
})

test('another project: 403, whatever it names', async () => {
  const other = await app.createProject()
  for (const route of ['run', 'preview', 'saved']) {
    const options = { key: other.secret, body: { name: 'x', table_slug: 'sales' } }
    const body = route === 'saved' ? options.body : { table_slug: 'sales' }
    expect((await app.api('POST', `/projects/${id}/query/${route}`, { ...options, body })).status).toBe(403)
  }
  const { status } = await app.api('POST', `/projects/${other.id}/query/run`, {
    key: other.secret,
    body: { table_slug: 'sales' },
  })
  expect(status).toBe(400)
  expect((await app.api('POST', `/projects/${id}/query/run`, { body: { table_slug: 'sales' } })).status).toBe(
    401,
  )
})
