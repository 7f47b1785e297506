// Changes of type: what is kept, what would be lost and is refused first, and what can be forced.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driveSchema, type SchemaDriver } from '#modules/database/schema/drive-schema.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let schema: SchemaDriver

beforeAll(async () => {
  app = await startTestApp()
  schema = driveSchema(app, await app.createProject())
})

afterAll(() => app.stop())

let counter = 0

// A table with one column `a` and the given values; returns the table's slug.
async function tableOf(column: Record<string, unknown>, values: readonly (string | null)[]): Promise<string> {
  counter += 1
  const { slug } = await schema.create(`Case ${counter}`, [{ name: 'a', ...column }])
  for (const value of values) await schema.sql(`insert into ${slug} (a) values ($1)`, [value])
  return slug
}

async function valuesOf(slug: string): Promise<unknown[]> {
  const { rows } = await schema.sql(`select a::text as a from ${slug} order by created_at, id`)
  return rows.map((row) => row.a)
}

describe('nothing is lost', () => {
  const CASES: [Record<string, unknown>, Record<string, unknown>, string[], string[]?][] = [
    [{ data_type: 'integer' }, { data_type: 'bigint' }, ['1', '-2']],
    [{ data_type: 'bigint' }, { data_type: 'integer' }, ['1', '-2']],
    [{ data_type: 'integer' }, { data_type: 'text' }, ['1', '-2']],
    [{ data_type: 'text' }, { data_type: 'integer' }, ['1', '007'], ['1', '7']],
    [{ data_type: 'text' }, { data_type: 'decimal' }, ['1.50', '-3'], ['1.50', '-3']],
    [{ data_type: 'text' }, { data_type: 'date' }, ['2026-01-31']],
    [{ data_type: 'text' }, { data_type: 'timestamp' }, ['2026-01-31T10:00:00Z'], ['2026-01-31 10:00:00+00']],
    [{ data_type: 'text' }, { data_type: 'boolean' }, ['true', 'no'], ['true', 'false']],
    [{ data_type: 'text' }, { data_type: 'email' }, ['a@example.com']],
    [{ data_type: 'email' }, { data_type: 'text' }, ['a@example.com']],
    [{ data_type: 'text' }, { data_type: 'enum', enum_values: ['x', 'y'] }, ['x', 'y', 'x']],
    [{ data_type: 'enum', enum_values: ['x', 'y'] }, { data_type: 'string' }, ['x', 'y']],
    [{ data_type: 'string', char_length: 5 }, { char_length: 3 }, ['abc', '']],
    [{ data_type: 'string', char_length: 5 }, { char_length: 50 }, ['abcde']],
    [{ data_type: 'char', char_length: 3 }, { data_type: 'text' }, ['abc']],
    [{ data_type: 'decimal' }, { data_type: 'integer' }, ['3', '-4']],
    [{ data_type: 'decimal' }, { data_type: 'money' }, ['3.5'], ['3.5000']],
    [{ data_type: 'json' }, { data_type: 'jsonb' }, ['{"a":1}'], ['{"a": 1}']],
    [{ data_type: 'jsonb' }, { data_type: 'json' }, ['{"a": 1}']],
    [{ data_type: 'boolean' }, { data_type: 'integer' }, ['true'], ['1']],
    [{ data_type: 'date' }, { data_type: 'timestamp' }, ['2026-01-31'], ['2026-01-31 00:00:00+00']],
    [{ data_type: 'inet' }, { data_type: 'text' }, ['10.0.0.1'], ['10.0.0.1/32']],
    [{ data_type: 'bytea' }, { data_type: 'text' }, ['\\x00ff']],
    [{ data_type: 'time' }, { data_type: 'interval' }, ['08:30:00']],
  ]

  it.each(CASES)('%j → %j', async (from, to, values, after = values) => {
    const slug = await tableOf({ indexed: from.data_type !== 'json', ...from }, values)
    const { status, data, text } = await schema.call('PATCH', `/tables/${slug}/columns/a`, {
      ...to,
      ...(to.data_type === 'json' ? { indexed: false } : {}),
    })
    expect(status, text).toBe(200)
    expect(data).toMatchObject({ ...to, indexed: from.data_type !== 'json' && to.data_type !== 'json' })
    expect(await valuesOf(slug)).toEqual(after)
  })
})

describe('something is lost', () => {
  const CASES: [Record<string, unknown>, Record<string, unknown>, string[], string[], (string | null)[]][] = [
    [{ data_type: 'decimal' }, { data_type: 'integer' }, ['1', '2.5'], ['2.5'], ['1', '3']],
    [{ data_type: 'text' }, { data_type: 'integer' }, ['1', 'one', '2.5'], ['one', '2.5'], ['1', null, null]],
    [
      { data_type: 'text' },
      { data_type: 'string', char_length: 3 },
      ['abc', 'abcd'],
      ['abcd'],
      ['abc', 'abc'],
    ],
    [{ data_type: 'string' }, { char_length: 2 }, ['ab', 'éèê'], ['éèê'], ['ab', 'éè']],
    [{ data_type: 'text' }, { data_type: 'email' }, ['a@b.co', 'nobody'], ['nobody'], ['a@b.co', null]],
    [{ data_type: 'text' }, { data_type: 'phone' }, ['0712'], ['0712'], [null]],
    [
      { data_type: 'timestamp' },
      { data_type: 'date' },
      ['2026-01-31 10:00+00', '2026-02-01 00:00+00'],
      ['2026-01-31 10:00:00+00'],
      ['2026-01-31', '2026-02-01'],
    ],
    [{ data_type: 'bigint' }, { data_type: 'smallint' }, ['40000', '4'], ['40000'], [null, '4']],
    [{ data_type: 'integer' }, { data_type: 'string', char_length: 2 }, ['123'], ['123'], ['12']],
    [{ data_type: 'integer' }, { data_type: 'boolean' }, ['0', '5'], ['5'], ['false', 'true']],
    [
      { data_type: 'text' },
      { data_type: 'date' },
      ['2026-02-30', '2026-02-28'],
      ['2026-02-30'],
      [null, '2026-02-28'],
    ],
    [{ data_type: 'text' }, { data_type: 'enum', enum_values: ['x'] }, ['x', 'y'], ['y'], ['x', null]],
    [{ data_type: 'text' }, { data_type: 'money' }, ['1.23456'], ['1.23456'], ['1.2346']],
    [{ data_type: 'text' }, { data_type: 'jsonb' }, ['{}', '{'], ['{'], ['{}', null]],
  ]

  it.each(CASES)('%j → %j', async (from, to, values, lost, forced) => {
    const slug = await tableOf(from, values)
    const before = await valuesOf(slug)
    const path = `/tables/${slug}/columns/a`
    const refused = await schema.call('PATCH', path, to)
    expect(refused.status, refused.text).toBe(409)
    expect(refused.body.details.rows).toBe(lost.length)
    expect(refused.body.details.examples.map((example: { value: string }) => example.value)).toEqual(lost)
    expect(await valuesOf(slug)).toEqual(before)
    const { status, data, text } = await schema.call('PATCH', path, { ...to, force: true })
    expect(status, text).toBe(200)
    expect(data).toMatchObject(to)
    expect(await valuesOf(slug)).toEqual(forced)
  })

  it('counts deleted rows and shows five examples', async () => {
    const slug = await tableOf({ data_type: 'text' }, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await schema.sql(`update ${slug} set deleted_at = now()`)
    const { body } = await schema.call('PATCH', `/tables/${slug}/columns/a`, { data_type: 'float' })
    expect(body.details).toMatchObject({ rows: 7, unconvertible: 7 })
    expect(body.details.examples).toHaveLength(5)
    expect(body.details.examples[0]).toEqual({ id: expect.any(String), value: 'a', becomes: null })
  })

  it('does not make nulls in a required column, nor duplicates in a unique one', async () => {
    const required = await tableOf({ data_type: 'text', required: true }, ['x'])
    const force = { data_type: 'integer', force: true }
    expect((await schema.call('PATCH', `/tables/${required}/columns/a`, force)).status).toBe(409)
    const both = { ...force, required: false }
    expect((await schema.call('PATCH', `/tables/${required}/columns/a`, both)).status).toBe(200)
    expect(await valuesOf(required)).toEqual([null])
    const unique = await tableOf({ data_type: 'decimal', unique: true }, ['1.1', '1.2'])
    expect((await schema.call('PATCH', `/tables/${unique}/columns/a`, force)).status).toBe(409)
    expect(await valuesOf(unique)).toEqual(['1.1', '1.2'])
  })
})

describe('what changes with the type', () => {
  it('refuses a type that PostgreSQL cannot cast to', async () => {
    const slug = await tableOf({ data_type: 'date' }, [])
    const { status, body } = await schema.call('PATCH', `/tables/${slug}/columns/a`, { data_type: 'inet' })
    expect([status, body.details.fields]).toEqual([400, ['data_type']])
  })

  it('keeps a default that fits, and refuses one that does not', async () => {
    const slug = await tableOf({ data_type: 'integer', default_value: 5 }, ['1'])
    const path = `/tables/${slug}/columns/a`
    expect((await schema.call('PATCH', path, { data_type: 'decimal' })).data.default_value).toBe(5)
    const { status, body } = await schema.call('PATCH', path, { data_type: 'text' })
    expect([status, body.details.fields]).toEqual([400, ['default_value']])
    const other = await schema.call('PATCH', path, { data_type: 'text', default_value: 'five' })
    expect(other.data).toMatchObject({ data_type: 'text', default_value: 'five' })
  })

  it('replaces the check of the old type by that of the new one', async () => {
    const slug = await tableOf({ data_type: 'email' }, ['a@example.com'])
    const path = `/tables/${slug}/columns/a`
    await schema.call('PATCH', path, { data_type: 'text' })
    await schema.sql(`insert into ${slug} (a) values ('anything')`)
    await schema.sql(`delete from ${slug}`)
    await schema.call('PATCH', path, { data_type: 'phone' })
    await expect(schema.sql(`insert into ${slug} (a) values ('anything')`)).rejects.toMatchObject({
      status: 400,
    })
  })

  it('continues after the highest value when a column becomes serial', async () => {
    const slug = await tableOf({ data_type: 'integer' }, ['3', '41'])
    const path = `/tables/${slug}/columns/a`
    expect((await schema.call('PATCH', path, { data_type: 'serial' })).data).toMatchObject({ required: true })
    await schema.sql(`insert into ${slug} default values`)
    expect(await valuesOf(slug)).toEqual(['3', '41', '42'])
    expect((await schema.call('PATCH', path, { required: false })).status).toBe(400)
    const plain = await schema.call('PATCH', path, { data_type: 'integer', required: false })
    expect(plain.data).toMatchObject({ data_type: 'integer', required: false })
    await schema.sql(`insert into ${slug} default values`)
    expect((await valuesOf(slug)).at(-1)).toBeNull()
  })

  it('cannot make a column with nulls serial', async () => {
    const slug = await tableOf({ data_type: 'integer' }, [null])
    expect((await schema.call('PATCH', `/tables/${slug}/columns/a`, { data_type: 'serial' })).status).toBe(
      409,
    )
  })

  it('drops its helper functions', async () => {
    const { rows } = await schema.sql(
      `select proname from msingi_catalog.pg_proc where proowner = current_user::regrole`,
    )
    expect(rows).toEqual([])
  })
})

describe('enum values', () => {
  const labels = async (slug: string, body: object) => {
    const { status, data, body: answer } = await schema.call('PATCH', `/tables/${slug}/columns/a`, body)
    return status === 200 ? data.enum_values : [status, answer.details]
  }

  it('are added at their positions, in any order of new and old', async () => {
    const slug = await tableOf({ data_type: 'enum', enum_values: ['b', 'd'], default_value: 'b' }, ['b', 'd'])
    const enum_values = ['a', 'a2', 'b', 'c', 'd', "e'"]
    expect(await labels(slug, { enum_values })).toEqual(enum_values)
    await schema.sql(`insert into ${slug} (a) values ('c')`)
    const { rows } = await schema.sql(`select a::text from ${slug} order by a`)
    expect(rows.map((row) => row.a)).toEqual(['b', 'c', 'd'])
  })

  it('can be the default in the same change', async () => {
    const slug = await tableOf({ data_type: 'enum', enum_values: ['a'] }, ['a'])
    expect(await labels(slug, { enum_values: ['a', 'b'], default_value: 'b' })).toEqual(['a', 'b'])
    await schema.sql(`insert into ${slug} default values`)
    expect(await valuesOf(slug)).toEqual(['a', 'b'])
  })

  it('are removed and reordered if no row uses them', async () => {
    const slug = await tableOf({ data_type: 'enum', enum_values: ['a', 'b', 'c'], unique: true }, ['a', 'b'])
    expect(await labels(slug, { enum_values: ['b', 'a'] })).toEqual(['b', 'a'])
    const refused = await labels(slug, { enum_values: ['b'] })
    expect(refused).toMatchObject([409, { rows: 1, examples: [{ value: 'a', becomes: null }] }])
    expect(await labels(slug, { enum_values: ['b'], force: true })).toEqual(['b'])
    expect(await valuesOf(slug)).toEqual([null, 'b'])
    expect((await schema.call('DELETE', `/tables/${slug}`)).status).toBe(204)
  })

  it('must keep the default', async () => {
    const slug = await tableOf({ data_type: 'enum', enum_values: ['a', 'b'], default_value: 'b' }, [])
    expect(await labels(slug, { enum_values: ['a'] })).toMatchObject([400, { fields: ['default_value'] }])
    expect(await labels(slug, { enum_values: ['a'], default_value: null })).toEqual(['a'])
  })
})
