// The diagram of a schema.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { driveSchema } from '#modules/database/schema/drive-schema.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

test('has a node for each table, an edge for each relationship, and both as Mermaid', async () => {
  const schema = driveSchema(app, project)
  await schema.create('Customers', [{ name: 'user_id', data_type: 'uuid', unique: true }])
  await schema.create('Orders', [{ name: 'customer_id', data_type: 'uuid', required: true }])
  await schema.create('Lines', [{ name: 'order_id', data_type: 'uuid' }])
  await schema.create('Alone')
  await schema.link('customers.user_id', 'users.id')
  await schema.link('orders.customer_id', 'customers.id', 'cascade')
  await schema.link('lines.order_id', 'orders.id')

  const { status, data, text } = await schema.call('GET', '/schema/diagram')
  expect(status, text).toBe(200)
  const node = (slug: string) => data.nodes.find((one: any) => one.slug === slug)
  expect(data.nodes.map((one: any) => one.slug)).toEqual([
    'alone',
    'customers',
    'lines',
    'orders',
    'payment_transactions',
    'storage_objects',
    'users',
  ])
  const xs = ['users', 'customers', 'orders', 'lines'].map((slug) => node(slug).position.x)
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
  expect(new Set(xs).size).toBe(4)
  expect(node('orders').columns[1]).toMatchObject({
    name: 'customer_id',
    foreign_key: true,
    primary_key: false,
  })
  expect(
    data.edges.map((edge: any) => [edge.from_table, edge.to_table, edge.on_delete, edge.cardinality]),
  ).toEqual([
    ['customers', 'users', 'restrict', 'one_to_one'],
    ['lines', 'orders', 'restrict', 'many_to_one'],
    ['orders', 'customers', 'cascade', 'many_to_one'],
  ])
  expect(data.edges[2]).toMatchObject({ source: node('orders').id, target: node('customers').id })
  expect(data.mermaid).toContain('orders }o--|| customers : "customer"')
  expect(data.mermaid).toContain('customers |o--o| users : "user"')
  expect(data.mermaid).toContain('    uuid customer_id FK\n')
  expect((await schema.call('GET', '/schema/diagram')).data).toEqual(data)
})

test('of an empty project has only the built-in tables, and is not for API keys', async () => {
  const other = await app.createProject()
  const { data } = await driveSchema(app, other).call('GET', '/schema/diagram')
  expect([data.nodes.length, data.edges]).toEqual([BUILT_IN_TABLES.length, []])
  const answer = await app.api('GET', `/projects/${other.id}/schema/diagram`, { key: other.secret })
  expect(answer.status).toBe(403)
})
