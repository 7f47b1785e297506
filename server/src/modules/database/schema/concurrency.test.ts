// Concurrent changes: with each other, with long requests, and with writes of rows.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveSchema, type SchemaDriver } from './drive-schema.fixture.ts'

let app: TestApp
let project: TestProject
let schema: SchemaDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  schema = driveSchema(app, project)
})

afterAll(() => app.stop())

describe('changes of the schema', () => {
  it('run one after another', async () => {
    await schema.create('Busy')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const add = (name: string) => schema.call('POST', '/tables/busy/columns', { name, data_type: 'text' })
    const answers = await Promise.all(names.map(add))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
    const { data } = await schema.call('GET', '/tables/busy')
    expect(data.columns).toHaveLength(names.length + 4)
  })

  it('cannot create the same object twice', async () => {
    const create = () => schema.call('POST', '/tables', { name: 'Same' })
    const tables = await Promise.all([create(), create()])
    expect(tables.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const add = () => schema.call('POST', '/tables/same/columns', { name: 'x', data_type: 'text' })
    const columns = await Promise.all([add(), add()])
    expect(columns.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('see the result of the change before', async () => {
    await schema.create('Target')
    const names = ['a_id', 'b_id']
    await schema.create(
      'Source',
      names.map((name) => ({ name, data_type: 'uuid' })),
    )
    const ends = { from_table: 'source', to_table: 'target', to_column: 'id', name: 'one' }
    const link = (from_column: string) =>
      schema.call('POST', '/schema/relationships', { ...ends, from_column })
    const answers = await Promise.all(names.map(link))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('are rolled back when they fail', async () => {
    await schema.create('Halfway', [{ name: 'a', data_type: 'text' }])
    await schema.sql('insert into halfway default values')
    const body = { name: 'b', description: 'x', default_value: 'y', indexed: true, required: true }
    expect((await schema.call('PATCH', '/tables/halfway/columns/a', body)).status).toBe(409)
    const { data } = await schema.call('GET', '/tables/halfway')
    const column = data.columns.find((candidate: { name: string }) => candidate.name === 'a')
    expect(column).toMatchObject({ description: null, default_value: null, indexed: false })
  })

  it('give up when a request holds the table', async () => {
    await schema.create('Held', [{ name: 'a', data_type: 'text' }])
    const holder = await connect()
    await holder.query(`select from ${table('held')}`)
    const { status, body } = await schema.call('PATCH', '/tables/held/columns/a', { required: true })
    expect([status, body.message]).toEqual([409, expect.stringContaining('in use')])
    await holder.query('commit')
    expect((await schema.call('PATCH', '/tables/held/columns/a', { required: true })).status).toBe(200)
    await holder.end()
  })
})

describe('a soft delete and a new row that refers', () => {
  async function family() {
    counter += 1
    const slug = `p${counter}`
    await schema.create(slug)
    await schema.create(`${slug}_child`, [{ name: 'parent_id', data_type: 'uuid' }])
    await schema.link(`${slug}_child.parent_id`, `${slug}.id`, 'restrict')
    const { rows } = await schema.sql(`insert into ${slug} default values returning id`)
    return {
      id: String(rows[0]?.id),
      insert: `insert into ${table(`${slug}_child`)} (parent_id) values ($1)`,
      remove: `update ${table(slug)} set deleted_at = now() where id = $1`,
    }
  }

  it.each([
    ['insert', 'remove'],
    ['remove', 'insert'],
  ] as const)('the %s comes first, and the %s is refused', async (first, second) => {
    const { id, ...statements } = await family()
    const [one, two] = await Promise.all([connect(), connect()])
    await one.query(statements[first], [id])
    const answer = two.query(statements[second], [id]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    expect(await Promise.race([answer, blocked()])).toBe('blocked')
    await one.query('commit')
    expect(await answer).toBe('23503')
    await Promise.all([one.end(), two.end()])
  })
})

let counter = 0

function table(slug: string): string {
  return `${projectNames(project.id).schema}.${slug}`
}

// A connection of the project's owner in a transaction of its own.
async function connect(): Promise<pg.Client> {
  const { main } = app.platform.clusters
  const { owner } = projectNames(project.id)
  const client = new pg.Client({ ...main.adminConfig(), user: owner, password: main.passwordOf(owner) })
  await client.connect()
  await client.query("begin; set local msingi.kind = 'dashboard'")
  return client
}

async function blocked(): Promise<string> {
  const { admin } = app.platform.clusters.main
  const { owner } = projectNames(project.id)
  for (let tries = 0; tries < 10_000; tries++) {
    const { rowCount } = await admin.query(
      'select from pg_stat_activity where usename = $1 and cardinality(pg_blocking_pids(pid)) > 0',
      [owner],
    )
    if (rowCount === 1) return 'blocked'
  }
  return 'free'
}
