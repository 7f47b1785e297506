// Columns: defaults, required, unique, indexed, limits.
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

describe('defaults', () => {
  const UUID = '0198c0de-0000-7000-8000-000000000000'
  const CASES: [string, string, unknown, unknown?][] = [
    ['string', 'a text', 'it\'s \\ "quoted"'],
    ['text', 'what looks like SQL', "now(); drop table users; --'"],
    ['text', 'an expression, which is a text here', 'now()'],
    ['text', 'an empty text', ''],
    ['integer', 'a negative number', -5],
    ['smallint', 'zero', 0],
    ['bigint', 'a safe number', 42],
    ['decimal', 'a fraction', -1.25],
    ['float', 'a small number', 1.5e-7],
    ['money', 'an amount', 1500.5],
    ['boolean', 'false', false],
    ['boolean', 'true', true],
    ['date', 'a date', '2026-01-31'],
    ['date', 'today', 'CURRENT_DATE', 'current_date'],
    ['timestamp', 'the time of the insert', 'now()'],
    ['time', 'a time', '08:30:00'],
    ['interval', 'an interval', '1 day'],
    ['uuid', 'an id', UUID],
    ['uuid', 'a random id', 'gen_random_uuid()'],
    ['uuid', 'the user', 'auth.uid()'],
    ['json', 'an object', { a: [1, null, 'x'] }],
    ['jsonb', 'a text', 'x'],
    ['jsonb', 'an array', []],
    ['email', 'an address', 'a@example.com'],
    ['phone', 'a number', '+255712345678'],
    ['char', 'a letter', 'x'],
    ['bytea', 'bytes', '\\x00ff'],
    ['inet', 'an address', '10.0.0.1'],
    ['boolean', 'a text that is plainly false', ' False', false],
    ['integer', 'a text that is plainly a number', '0', 0],
    ['smallint', 'a negative number as text', '-7', -7],
    ['decimal', 'a fraction as text', '1.50', 1.5],
    ['jsonb', 'an object as text', '{}', {}],
    ['json', 'an array as text', ' [1, "a"] ', [1, 'a']],
    ['jsonb', 'a text that only begins as an object', '{name}'],
    ['timestamp', 'a week from the insert', "now() + interval '7 days'", "(now() + '7 days'::interval)"],
    ['date', 'a week from today', 'current_date + 7', '(CURRENT_DATE + 7)'],
    ['integer', 'what is random', '(random() * 6)::int', '((random() * (6)::double precision))::integer'],
    ['inet', 'the end of a comment', "('10.0.0.1') -- here", '10.0.0.1'],
  ]

  it.each(CASES)('%s: %s', async (data_type, what, default_value, shown = default_value) => {
    const name = `${data_type} ${what}`
    const table = await schema.create(name, [{ name: 'c', data_type, default_value }])
    expect(column(table, 'c').default_value).toEqual(shown)
    const { rows } = await schema.sql(`insert into ${table.slug} default values returning c is null as empty`)
    expect(rows).toEqual([{ empty: default_value === 'auth.uid()' }])
  })

  it('keeps the digits of a number that a double cannot represent', async () => {
    const project = await app.createProject()
    await driveSchema(app, project).create('Digits')
    const { text } = await app.api('POST', `/projects/${project.id}/tables/digits/columns`, {
      token: project.token,
      raw: '{"name":"n","data_type":"bigint","default_value":9007199254740993}',
      headers: { 'content-type': 'application/json' },
    })
    expect(text).toContain('"default_value":9007199254740993')
  })

  it('an enum takes one of its labels', async () => {
    const kind = { name: 'kind', data_type: 'enum', enum_values: ["it's", 'b'], default_value: "it's" }
    expect(column(await schema.create('Kinds', [kind]), 'kind')).toMatchObject(kind)
  })

  it.each([
    ['date', '2026-13-01', /the column born cannot have this default: .*out of range/],
    ['date', 'auth.uid()', /auth\.uid\(\) does not fit/],
    ['uuid', 'now()', /now\(\) does not fit/],
    ['timestamp', 'tomorrow', /must be a date and time such as/],
    ['integer', 2147483648, /must be between/],
    ['integer', 'unheard_of(1)', /the column born cannot have this default: function unheard_of/],
    ['integer', '(select 1)', /cannot use subquery/],
    ['integer', 'count(1)', /aggregate functions are not allowed/],
    ['integer', 'generate_series(1, 2)', /set-returning functions are not allowed/],
    ['date', '(5 + 1)', /is of type date but default expression is of type integer/],
    ['integer', 'stars + (1)', /cannot use column reference in DEFAULT/],
    ['integer', '(1), (2)', /A default is one expression/],
    ['integer', '1) not null, add column x int default (1', /syntax error/],
    ['integer', '(1) from users', /A default is one expression/],
    ['integer', '(1); drop table users', /A default is one expression/],
    ['integer', 'platform.secret()', /The schema platform is out of reach/],
    ['boolean', 'pg_sleep(1) is null', /pg_sleep cannot be used here/],
    ['string', 'x'.repeat(256), /at most 255 characters/],
    ['file', 'a/b.png', /must be a UUID/],
    ['file', 'gen_random_uuid()', /gen_random_uuid\(\) does not fit/],
    ['email', 'nobody', /must be an e-mail address/],
    ['boolean', 'yes', /must be true or false/],
    ['integer', '', /must be a whole number/],
    ['time', '25:00', /the column born cannot have this default/],
    ['inet', 'localhost', /the column born cannot have this default/],
    ['serial', 5, /takes no default/],
  ])('%s does not take %s', async (data_type, default_value, reason) => {
    const columns = [{ name: 'born', data_type, default_value }]
    const { status, body } = await schema.call('POST', '/tables', { name: 'Wrong', columns })
    expect([status, body.details.fields]).toEqual([400, ['columns.0.default_value']])
    expect(body.message).toMatch(reason)
    expect((await schema.call('GET', '/tables/wrong')).status).toBe(404)
  })
})

describe('adding a column', () => {
  it('fills existing rows with the default', async () => {
    await schema.create('Filled')
    await schema.sql('insert into filled default values')
    const body = { name: 'Stars', data_type: 'integer', default_value: 3, required: true, indexed: true }
    const { status, data } = await schema.call('POST', '/tables/filled/columns', body)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...body, name: 'stars', unique: false, is_system: false })
    expect((await schema.sql('select stars from filled')).rows).toEqual([{ stars: 3 }])
    const again = await schema.call('POST', '/tables/filled/columns', body)
    expect([again.status, again.body.message]).toEqual([409, 'The table filled already has a column stars.'])
  })

  it('needs a default if rows would have no value', async () => {
    await schema.create('Lacking')
    await schema.sql('insert into lacking (deleted_at) values (null), (now())')
    const body = { name: 'a', data_type: 'text', required: true }
    const { status, body: answer } = await schema.call('POST', '/tables/lacking/columns', body)
    expect([status, answer.details]).toEqual([409, { rows: 2 }])
    const unique = { name: 'a', data_type: 'text', unique: true, default_value: 'x' }
    await schema.sql('insert into lacking default values')
    expect((await schema.call('POST', '/tables/lacking/columns', unique)).status).toBe(409)
  })

  it('is limited to 200 columns', async () => {
    const columns = Array.from({ length: 200 }, (_, n) => ({ name: `c${n}`, data_type: 'text' }))
    await schema.create('Wide', columns)
    const { status } = await schema.call('POST', '/tables/wide/columns', { name: 'more', data_type: 'text' })
    expect(status).toBe(409)
  })
})

describe('required', () => {
  it('counts the rows without a value, including deleted ones', async () => {
    await schema.create('Gaps', [{ name: 'a', data_type: 'text' }])
    await schema.sql("insert into gaps (a, deleted_at) values (null, null), (null, now()), ('x', null)")
    const path = '/tables/gaps/columns/a'
    const refused = await schema.call('PATCH', path, { required: true, default_value: 'y' })
    expect([refused.status, refused.body.details]).toEqual([409, { rows: 2 }])
    expect(column((await schema.call('GET', '/tables/gaps')).data, 'a').default_value).toBeNull()
    await schema.sql("update gaps set a = 'y'")
    expect((await schema.call('PATCH', path, { required: true })).data.required).toBe(true)
    await expect(schema.sql('insert into gaps default values')).rejects.toMatchObject({ status: 400 })
    expect((await schema.call('PATCH', path, { required: false })).data.required).toBe(false)
  })
})

describe('unique', () => {
  it('holds among live rows only', async () => {
    await schema.create('Handles', [{ name: 'handle', data_type: 'text', unique: true }])
    const insert = () => schema.sql("insert into handles (handle) values ('amina')")
    await insert()
    await expect(insert()).rejects.toMatchObject({ status: 409 })
    await schema.sql('update handles set deleted_at = now()')
    await insert()
    expect((await schema.sql('select from handles')).rowCount).toBe(2)
  })

  it('is refused if live rows have the same value', async () => {
    await schema.create('Twins', [{ name: 'a', data_type: 'jsonb' }])
    await schema.sql(`insert into twins (a) values ('{"x": 1}'), ('{"x":1}'), (null), (null)`)
    const path = '/tables/twins/columns/a'
    const { status, body } = await schema.call('PATCH', path, { unique: true })
    expect([status, body.details]).toEqual([409, { column: 'a', values: 1 }])
    await schema.sql(
      'update twins set deleted_at = now() where a is not null and ctid = (select min(ctid) from twins)',
    )
    expect((await schema.call('PATCH', path, { unique: true, indexed: true })).data).toMatchObject({
      unique: true,
      indexed: true,
    })
    expect((await schema.call('PATCH', path, { unique: false })).data).toMatchObject({
      unique: false,
      indexed: true,
    })
    await schema.sql(`insert into twins (a) values ('{"x": 1}')`)
  })
})

describe('changing a column', () => {
  it('sets, replaces and drops a default', async () => {
    await schema.create('Notes', [{ name: 'body', data_type: 'text', default_value: 'a' }])
    const patch = async (body: object) =>
      (await schema.call('PATCH', '/tables/notes/columns/body', body)).data
    expect(await patch({ default_value: "b'" })).toMatchObject({ default_value: "b'" })
    expect(await patch({ description: ' Says all. ' })).toMatchObject({
      default_value: "b'",
      description: 'Says all.',
    })
    expect(await patch({ default_value: null })).toMatchObject({ default_value: null })
    expect(await patch({ description: null })).toMatchObject({ description: null })
  })

  it('finds it by id as well, and names what was not found', async () => {
    const table = await schema.create('Found', [{ name: 'a', data_type: 'text' }])
    const { id } = column(table, 'a')
    expect((await schema.call('PATCH', `/tables/${table.id}/columns/${id}`, {})).data.id).toBe(id)
    expect((await schema.call('PATCH', '/tables/found/columns/b', {})).status).toBe(404)
    expect((await schema.call('PATCH', '/tables/found/columns/created_at', { indexed: true })).status).toBe(
      400,
    )
    const wrong = await schema.call('PATCH', '/tables/found/columns/a', { required: 1, nullable: true })
    expect(wrong.body.errors).toEqual(['required: must be true or false.', 'Unknown field: nullable.'])
  })

  it('drops it', async () => {
    await schema.create('Loses', [{ name: 'a', data_type: 'enum', enum_values: ['x'] }])
    expect((await schema.call('DELETE', '/tables/loses/columns/a')).status).toBe(204)
    expect((await schema.call('DELETE', '/tables/loses/columns/a')).status).toBe(404)
    expect((await schema.call('DELETE', '/tables/loses/columns/id')).status).toBe(400)
    const again = { name: 'a', data_type: 'enum', enum_values: ['y'] }
    expect((await schema.call('POST', '/tables/loses/columns', again)).status).toBe(201)
  })
})

function column(table: any, name: string) {
  return table.columns.find((candidate: { name: string }) => candidate.name === name)
}
