// What a deletion does to referring rows: the same for soft and hard deletes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

let counter = 0

interface Family {
  readonly parent: string
  readonly child: string
  readonly id: string
  readonly other: string
}

// A parent table with two rows, and a child table with one live row that refers to the first.
async function family(rule: string, column: Record<string, unknown> = {}): Promise<Family> {
  counter += 1
  const [parent, child] = [`parent_${counter}`, `child_${counter}`]
  await schema.create(parent)
  const { rows } = await schema.sql(`insert into ${parent} default values returning id`)
  const other = String(rows[0]?.id)
  const fk = { name: 'parent_id', data_type: 'uuid', ...column }
  await schema.create(child, [rule === 'set_default' ? { ...fk, default_value: other } : fk])
  await schema.link(`${child}.parent_id`, `${parent}.id`, rule)
  const made = await schema.sql(`insert into ${parent} default values returning id`)
  const id = String(made.rows[0]?.id)
  await schema.sql(`insert into ${child} (parent_id) values ($1)`, [id])
  return { parent, child, id, other }
}

const softly = ({ parent, id }: Family) =>
  schema.data(`update ${table(parent)} set deleted_at = now() where id = $1`, [id])
const forGood = ({ parent, id }: Family) => schema.data(`delete from ${table(parent)} where id = $1`, [id])
const children = async ({ child }: Family) =>
  (await schema.sql(`select parent_id, deleted_at is not null as deleted from ${child}`)).rows

function table(slug: string): string {
  return `p_${project.id.replaceAll('-', '')}.${slug}`
}

describe.each(['restrict', 'no_action'])('%s', (rule) => {
  it('refuses a soft delete while a live row refers', async () => {
    const rows = await family(rule)
    await expect(softly(rows)).rejects.toMatchObject({
      status: 409,
      message: `The row is still referred to by rows of ${rows.child}.`,
    })
    expect(await children(rows)).toEqual([{ parent_id: rows.id, deleted: false }])
  })

  it('refuses a hard delete while any row refers', async () => {
    const rows = await family(rule)
    await schema.sql(`update ${rows.child} set deleted_at = now()`)
    await expect(forGood(rows)).rejects.toThrow()
    expect(await children(rows)).toEqual([{ parent_id: rows.id, deleted: true }])
  })

  it('ignores deleted rows in a soft delete', async () => {
    const rows = await family(rule)
    await schema.sql(`update ${rows.child} set deleted_at = now()`)
    await softly(rows)
    expect((await schema.sql(`select from ${rows.parent} where deleted_at is null`)).rowCount).toBe(1)
  })
})

describe('cascade', () => {
  it('deletes with the parent, softly with the same time or hard', async () => {
    const soft = await family('cascade')
    await softly(soft)
    const { rows } = await schema.sql(
      `select c.deleted_at = p.deleted_at as same from ${soft.child} c join ${soft.parent} p on p.id = c.parent_id`,
    )
    expect(rows).toEqual([{ same: true }])
    const hard = await family('cascade')
    await forGood(hard)
    expect(await children(hard)).toEqual([])
  })

  it('continues to grandchildren, and is stopped by restrict', async () => {
    const rows = await family('cascade')
    await schema.create(`${rows.child}_notes`, [{ name: 'child_id', data_type: 'uuid' }])
    const note = await schema.link(`${rows.child}_notes.child_id`, `${rows.child}.id`, 'restrict')
    await schema.sql(`insert into ${rows.child}_notes (child_id) select id from ${rows.child}`)
    await expect(softly(rows)).rejects.toMatchObject({ status: 409 })
    expect(await children(rows)).toEqual([{ parent_id: rows.id, deleted: false }])
    await schema.call('PATCH', `/schema/relationships/${note.id}`, { on_delete: 'cascade' })
    await softly(rows)
    const { rows: notes } = await schema.sql(
      `select deleted_at is not null as deleted from ${rows.child}_notes`,
    )
    expect(notes).toEqual([{ deleted: true }])
  })

  it('passes no_action if its rows are deleted by the same cascade', async () => {
    const rows = await family('cascade')
    await schema.create(`${rows.child}_notes`, [
      { name: 'child_id', data_type: 'uuid' },
      { name: 'parent_id', data_type: 'uuid' },
    ])
    await schema.link(`${rows.child}_notes.child_id`, `${rows.child}.id`, 'cascade')
    await schema.link(`${rows.child}_notes.parent_id`, `${rows.parent}.id`, 'no_action')
    await schema.sql(
      `insert into ${rows.child}_notes (child_id, parent_id) select id, parent_id from ${rows.child}`,
    )
    await softly(rows)
    expect((await schema.sql(`select from ${rows.child}_notes where deleted_at is null`)).rowCount).toBe(0)
  })

  it('ends on a table that refers to itself, however deep, and in a cycle', async () => {
    await schema.create('Comments', [{ name: 'parent_id', data_type: 'uuid' }])
    await schema.link('comments.parent_id', 'comments.id', 'cascade')
    await schema.sql(`with recursive c(n, id, up) as (
        select 1, gen_random_uuid(), null::uuid union all select n + 1, gen_random_uuid(), id from c where n < 2000)
      insert into comments (id, parent_id) select id, up from c`)
    const left = async () => (await schema.sql('select from comments where deleted_at is null')).rowCount
    const root = `update ${table('comments')} set deleted_at = now() where parent_id is null`
    await schema.data(root)
    expect(await left()).toBe(0)
    await schema.sql(`with a as (insert into comments default values returning id),
        b as (insert into comments (parent_id) select id from a returning id)
      select from b`)
    await schema.sql(`update comments a set parent_id = b.id from comments b
      where b.parent_id = a.id and a.deleted_at is null and b.deleted_at is null`)
    expect(await left()).toBe(2)
    await schema.data(
      `update ${table('comments')} set deleted_at = now() where id = (select id from ${table('comments')} where deleted_at is null limit 1)`,
    )
    expect(await left()).toBe(0)
  })
})

describe('set_null and set_default', () => {
  it.each([
    ['set_null', softly],
    ['set_null', forGood],
    ['set_default', softly],
    ['set_default', forGood],
  ])('%s changes live rows', async (rule, remove) => {
    const rows = await family(rule)
    await remove(rows)
    const parent_id = rule === 'set_null' ? null : rows.other
    expect(await children(rows)).toEqual([{ parent_id, deleted: false }])
  })

  it('leaves deleted rows unchanged, and sets updated_at of the others', async () => {
    const rows = await family('set_null')
    await schema.sql(`insert into ${rows.child} (parent_id, deleted_at) values ($1, now())`, [rows.id])
    await softly(rows)
    const { rows: after } = await schema.sql(
      `select parent_id is null as empty, updated_at > created_at as noted from ${rows.child} order by deleted_at nulls first`,
    )
    expect(after).toEqual([
      { empty: true, noted: true },
      { empty: false, noted: false },
    ])
  })
})

describe('a deleted row', () => {
  it('cannot be referenced by a live one', async () => {
    const rows = await family('cascade')
    await softly(rows)
    const insert = schema.data(`insert into ${table(rows.child)} (parent_id) values ($1)`, [rows.id])
    const message = `parent_id refers to a row of ${rows.parent} that does not exist.`
    await expect(insert).rejects.toMatchObject({ status: 409, message })
    const revive = schema.sql(`update ${rows.child} set deleted_at = null`)
    await expect(revive).rejects.toMatchObject({ status: 409 })
    await schema.sql(`update ${rows.child} set parent_id = $1, deleted_at = null`, [rows.other])
  })

  it('is the same 409 over the data API', async () => {
    const rows = await family('restrict')
    const path = `/data/${rows.parent}/${rows.id}`
    const refused = await app.api('DELETE', path, { key: project.secret })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `The row is still referred to by rows of ${rows.child}.`,
    ])
    await schema.sql(`update ${rows.child} set parent_id = null`)
    expect((await app.api('DELETE', path, { key: project.secret })).status).toBe(204)
    const body = { parent_id: rows.id }
    expect((await app.api('POST', `/data/${rows.child}`, { key: project.secret, body })).status).toBe(409)
  })

  it.each(['set_null', 'set_default', 'cascade'])(
    '%s passes the policies of the other table',
    async (rule) => {
      const rows = await family(rule)
      for (const action of ['select', 'update', 'delete']) {
        const body = { action, subject: 'public', effect: 'deny' }
        expect((await schema.call('POST', `/tables/${rows.child}/rls`, body)).status).toBe(201)
      }
      const deleted = await app.api('DELETE', `/data/${rows.parent}/${rows.id}`, { key: project.secret })
      expect(deleted.status, deleted.text).toBe(204)
      expect(await children(rows)).not.toContainEqual({ parent_id: rows.id, deleted: false })
    },
  )

  it("restores the caller's identity after changing rows that are hidden from the caller", async () => {
    const rows = await family('cascade')
    const text = `with d as (update ${table(rows.parent)} set deleted_at = now() where id = '${rows.id}' returning id)
      select id from d`
    const { executor } = app.platform.clusters.main
    const actor = { kind: 'secret', uid: null, claims: '{}' } as const
    const after = { text: "select auth.kind(), auth.action(), current_setting('enable_seqscan')" }
    const results = await executor.execute({ id: project.id, own_login: false }, actor, [{ text }, after], {
      action: 'delete',
    })
    expect(results[1]?.rows).toEqual([['secret', 'delete', 'on']])
  })

  it('sees rows that the caller is not allowed to see', async () => {
    const rows = await family('restrict')
    const { executor } = app.platform.clusters.main
    await schema.sql(`create policy all_may on ${rows.parent} using (true)`)
    const stranger = { kind: 'publishable', uid: null, claims: '{}' } as const
    const text = `update ${table(rows.parent)} set deleted_at = now() where id = '${rows.id}'`
    const update = executor.execute({ id: project.id, own_login: false }, stranger, [{ text }])
    await expect(update).rejects.toMatchObject({ status: 409 })
  })
})
