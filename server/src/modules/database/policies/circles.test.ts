// Policies that no statement could run under are refused when they are made, whichever action and table they stand in the way of.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import { changeSchema } from '#modules/database/schema/change/schema-change.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { refuseCircle } from './circles.service.ts'
import { restorePolicies } from './policies.service.ts'
import { insertPolicy } from './policies.store.ts'

const TABLES = ['access', 'boards', 'tasks', 'users'] as const
const ACTIONS = ['select', 'select', 'select', 'insert', 'update', 'delete'] as const

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  project = await app.createProject()
  for (const name of TABLES.slice(0, 3))
    await api('POST', '/tables', { name, columns: [{ name: 'owner_id', data_type: 'uuid' }] })
})

async function ask(method: string, path: string, body?: unknown) {
  return app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
}

async function api(method: string, path: string, body?: unknown) {
  const { status, data, text } = await ask(method, path, body)
  expect(status, text).toBeLessThan(300)
  return data
}

const allow = (table: string, action: string, condition: string) =>
  ask('POST', `/tables/${table}/rls`, { action, subject: 'authenticated', condition })
const reading = (table: string) => `owner_id in (select owner_id from ${table})`

test.each<[string, readonly (readonly [table: string, action: string, read: string])[], string]>([
  [
    'by the insert that closes it',
    [
      ['boards', 'select', 'access'],
      ['access', 'insert', 'boards'],
    ],
    'access insert → boards select → access select',
  ],
  [
    'by the select that closes it',
    [
      ['access', 'update', 'boards'],
      ['boards', 'select', 'access'],
    ],
    'access update → boards select → access select',
  ],
  [
    'by a delete, over three tables',
    [
      ['tasks', 'delete', 'boards'],
      ['access', 'select', 'tasks'],
      ['boards', 'select', 'access'],
    ],
    'tasks delete → boards select → access select → tasks select',
  ],
  [
    'by two selects',
    [
      ['boards', 'select', 'access'],
      ['access', 'select', 'boards'],
    ],
    'access select → boards select → access select',
  ],
])('a circle is refused and spelled out, %s', async (_name, policies, circle) => {
  for (const [table, action, read] of policies.slice(0, -1))
    expect((await allow(table, action, reading(read))).status).toBe(201)
  const [table, action, read] = policies.at(-1) ?? ['', '', '']
  const refused = await allow(table, action, reading(read))
  expect(refused.status, refused.text).toBe(400)
  expect(refused.body.message).toContain(`in a circle: ${circle}. To read a table past its policies`)
  expect(await api('GET', `/tables/${table}/rls`)).toHaveLength(
    policies.filter(([of], n) => of === table && n < policies.length - 1).length,
  )
  // A change closes it as well, and past the policies there is none.
  const harmless = await allow(table, action, 'owner_id = auth.uid()')
  const changed = await ask('PATCH', `/tables/${table}/rls/${harmless.data.id}`, { condition: reading(read) })
  expect([changed.status, changed.text]).toEqual([400, expect.stringContaining(circle)])
  expect((await allow(table, action, reading(`unrestricted(${read})`))).status).toBe(201)
})

test('a view that closes a circle is refused, by either way', async () => {
  await api('POST', '/schema/views', { name: 'seen', definition: 'select id, owner_id from tasks' })
  expect((await allow('boards', 'insert', reading('seen'))).status).toBe(201)
  expect((await allow('tasks', 'insert', reading('seen'))).text).toContain(
    'tasks insert → seen select → tasks select',
  )
  const definition = 'select id, owner_id from boards'
  const circle = 'boards insert → seen select → boards select'
  for (const refused of [
    await ask('PUT', '/schema/views/seen', { definition }),
    await ask('POST', '/schema/exec-ddl', { sql: `create or replace view seen as ${definition}` }),
  ])
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(circle)])
})

class Undone extends Error {}

test('PostgreSQL runs what is let through, and would not run what is refused', async () => {
  const random = randomFrom(20_261_127)
  const record = (await createProjectLookup(app.platform)(project.id)) as ProjectRecord
  const scope = { project: record, author: { id: record.id, email: 'owner@example.com' } }
  const outcomes = { refused: 0, accepted: 0 }
  for (let round = 0; round < 60; round += 1) {
    const tried = changeSchema(app.platform, scope, async (change) => {
      const tables = await readTables(change.client, project.id)
      let isRefused = false
      const said: string[] = []
      const wanted = 3 + random.below(5)
      for (let n = 0; n < wanted && !isRefused; n += 1) {
        const [slug, action, read] = [random.pick(TABLES), random.pick(ACTIONS), random.pick(TABLES)]
        const table = tables.get(slug)
        if (table === undefined || slug === read) continue
        const inner = read === 'users' ? 'id' : 'owner_id'
        const past = random.chance(20) ? `unrestricted(${read})` : read
        const condition = `id in (select ${inner} from ${past})`
        said.push(`${slug} ${action}: ${condition}`)
        await insertPolicy(change.client, table.id, {
          action,
          subject: 'authenticated',
          effect: random.chance(30) ? 'deny' : 'allow',
          condition,
          role_ids: null,
        })
        await restorePolicies(change, tables, table)
        const refusal = await refuseCircle(change, slug).catch((error: unknown) => error)
        if (refusal instanceof AppError) isRefused = true
        else if (refusal !== undefined) throw refusal
      }
      let fails = false
      for (const slug of TABLES) {
        const { schema = '' } = tables.get(slug) ?? {}
        const relation = qualify(schema, slug)
        for (const sql of [
          `select from ${relation}`,
          `insert into ${relation} (id) values (null)`,
          `update ${relation} set id = id`,
          `delete from ${relation}`,
        ]) {
          await change.client.query('savepoint tried')
          const code = await change.client.query(`explain ${sql}`).then(
            () => undefined,
            (error: { code?: string }) => error.code,
          )
          await change.client.query('rollback to savepoint tried')
          expect([undefined, '42P17']).toContain(code)
          fails ||= code !== undefined
        }
      }
      expect(fails, said.join('; ')).toBe(isRefused)
      outcomes[isRefused ? 'refused' : 'accepted'] += 1
      throw new Undone()
    })
    await expect(tried).rejects.toBeInstanceOf(Undone)
  }
  expect(outcomes.refused).toBeGreaterThan(5)
  expect(outcomes.accepted).toBeGreaterThan(5)
})

import { createProjectLookup } from '#modules/projects/projects.service.ts'
