// The preview of a table: its SQL, JSON Schema and endpoints.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'
import { driveSchema, type SchemaDriver } from '#modules/database/schema/drive-schema.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let schema: SchemaDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  schema = driveSchema(app, project)
  await schema.create('Parents')
  await schema.create('Everything', [
    ...DATA_TYPES.map((data_type) => ({
      name: `a ${data_type}`,
      data_type,
      indexed: data_type !== 'json',
      unique: data_type !== 'json',
      ...(data_type === 'enum' ? { enum_values: ["it's", 'b'], default_value: "it's" } : {}),
    })),
    {
      name: 'title',
      data_type: 'string',
      char_length: 20,
      required: true,
      description: 'What it is called.',
    },
    { name: 'amount', data_type: 'money', default_value: -2.5, required: true },
    { name: 'tags', data_type: 'jsonb', default_value: ["it's"] },
    { name: 'due', data_type: 'date', default_value: 'current_date' },
    { name: 'parent_id', data_type: 'uuid' },
  ])
  await schema.link('everything.parent_id', 'parents.id', 'set_null')
})

afterAll(() => app.stop())

// The structure of a table, independent of its schema.
const FACTS = `
select a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity,
  pg_get_expr(d.adbin, d.adrelid) as default,
  (select array_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as labels
from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = $1::regclass and a.attnum > 0 order by a.attnum`
const INDEXES = 'select indexdef from pg_indexes where schemaname = $1 and tablename = $2 order by indexname'
const CONSTRAINTS = `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1::regclass order by conname`

it('has SQL that creates the same table in another schema', async () => {
  const previews = await Promise.all(
    ['parents', 'everything'].map(
      async (slug) => (await schema.call('GET', `/schema/preview/${slug}`)).data.sql,
    ),
  )
  const { admin } = app.platform.clusters.main
  await admin.query('create schema scratch')
  const client = await admin.connect()
  const own = projectNames(project.id).schema
  const describe_ = async (name: string) => {
    await client.query(`set search_path = ${name}`)
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(`${name}.`, ''))
    const [facts, indexes, constraints] = [
      await client.query(FACTS, ['everything']),
      await client.query(INDEXES, [name, 'everything']),
      await client.query(CONSTRAINTS, ['everything']),
    ]
    return [facts, indexes, constraints].map(({ rows }) => plain(rows))
  }
  await client.query('set search_path = scratch')
  // Every project has it.
  await client.query('create table storage_objects (id uuid primary key)')
  for (const sql of previews) await client.query(sql)
  const [made, original] = [await describe_('scratch'), await describe_(own)]
  await client.query('reset search_path')
  client.release()
  expect(made).toEqual(original)
  expect(made[0]).toHaveLength(DATA_TYPES.length + 9)
})

it('has the JSON Schema of a row and of an insert', async () => {
  const { json_schema } = (await schema.call('GET', '/schema/preview/everything')).data
  const { row, insert } = json_schema
  expect(row.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(row.required).toHaveLength(DATA_TYPES.length + 9)
  expect(row.properties).toMatchObject({
    id: { type: 'string', format: 'uuid' },
    deleted_at: { type: ['string', 'null'], format: 'date-time' },
    title: { type: 'string', maxLength: 20, description: 'What it is called.' },
    a_enum: { type: ['string', 'null'], enum: ["it's", 'b', null] },
    a_smallint: { type: ['integer', 'null'], minimum: -32768, maximum: 32767 },
    a_jsonb: {},
    amount: { type: 'number' },
  })
  expect(insert.required).toEqual(['title'])
  expect(insert.additionalProperties).toBe(false)
  expect(insert.properties.amount).toEqual({ type: 'number', default: -2.5 })
  expect(insert.properties).not.toHaveProperty('created_at')
})

it('lists existing endpoints of the data API', async () => {
  const { endpoints } = (await schema.call('GET', '/schema/preview/everything')).data
  const calls = endpoints.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
  expect(calls).toEqual([
    'GET /api/v1/data/everything',
    'GET /api/v1/data/everything/{id}',
    'POST /api/v1/data/everything',
    'PATCH /api/v1/data/everything/{id}',
    'DELETE /api/v1/data/everything/{id}',
  ])
  for (const { method, path } of endpoints) {
    expect(
      app.app.hasRoute({
        method,
        url: path.replace('{', ':').replace('}', '').replace('everything', ':table'),
      }),
    ).toBe(true)
  }
})

it('shows users as read-only', async () => {
  const { data } = await schema.call('GET', '/schema/preview/users')
  expect(data.endpoints.map(({ method }: { method: string }) => method)).toEqual(['GET', 'GET'])
  expect(data.sql).toMatch(/^--/)
  expect((await schema.call('GET', '/schema/preview/nothing')).status).toBe(404)
})
