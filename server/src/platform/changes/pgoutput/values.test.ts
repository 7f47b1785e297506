// Every data type arrives as PostgreSQL's own row_to_json has it, which is what the data API gives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPES, type DataType } from '#engine/shapes/data-types.ts'
import { type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import { uploadFiles } from '#test/files.ts'
import { arrayJson, compositeJson, UnreadableValueError, writerOf } from './json-text.ts'

// Literals as somebody at psql writes them; the data API takes some of these values only in part.
const VALUES: Readonly<Record<Exclude<DataType, 'serial'>, readonly string[]>> = {
  string: ["''", `'a "quoted" \\ text'`, `E'tab\\t, line\\n, bell\\x07, back\\b\\f\\r'`, "'é中😀'"],
  text: [`'{"like": "json"}'`, "'t'", "'null'", "'NaN'", "'infinity'", String.raw`E'\u2028\u2029\x7f'`],
  integer: ['0', '-2147483648', '2147483647'],
  smallint: ['-32768', '32767'],
  bigint: ['9223372036854775807', '-9223372036854775808'],
  decimal: ['0', '1e50', '-0.000000000000000000000000000001', "'NaN'", "'Infinity'", "'-Infinity'", '1.50'],
  float: [
    '0.1',
    '1e300',
    '-1e-300',
    "'NaN'",
    "'Infinity'",
    "'-Infinity'",
    "'-0'",
    '1e15',
    '1e16',
    '0.1::real',
  ],
  boolean: ['true', 'false'],
  date: ["'2026-02-28'", "'infinity'", "'-infinity'", "'0044-03-15 BC'", "'12345-01-01'"],
  timestamp: [
    "'2026-01-31 23:59:59.999999+03'",
    "'2026-01-31 10:00:00Z'",
    "'infinity'",
    "'-infinity'",
    "'0044-03-15 12:00:00+00 BC'",
    "'0044-03-15 12:00:00.5+00 BC'",
    "'12345-01-01 00:00:00+00'",
    "'1900-01-01 00:00:00+00'",
  ],
  time: ["'00:00'", "'24:00:00'", "'23:59:59.999999'"],
  interval: ["'0'", "'1 year 2 mons -3 days 04:05:06.789'", "'-1 day'", "'100 years'", "'-00:00:00.000001'"],
  uuid: ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'"],
  json: [
    `'{"b": 1, "a" : [1,2, {"c": null}], "b": 2}'`,
    '\'"text"\'',
    "'null'",
    "'1e400'",
    `E'{\\n "deleted_at":\\r\\n null }'`,
  ],
  jsonb: [`'{"b": 1, "a": [1, 2.50, {"c": null}]}'`, "'null'", "'12345678901234567890.10'", `'"\\u00e9\\n"'`],
  enum: ["'small'", `'very "large"'`, "'{odd}'"],
  email: ["'a@example.com'"],
  phone: ["'+255712345678'"],
  money: ['0', '-12.3', '999999999999999.9999'],
  // The ids of files.
  file: [],
  char: ["'x'", "'é'", "' '"],
  bytea: [`'\\xdeadbeef'`, `''`, `'\\x00'`, `'abc'`],
  inet: ["'192.168.0.1'", "'10.0.0.0/8'", "'::1'", "'2001:db8::/32'"],
}

describe.each<readonly [string, CaptureWish]>([
  ['log', 'auto'],
  ['outbox', 'outbox'],
])('values from the %s', (_, wish) => {
  let lab: Lab
  beforeAll(async () => {
    lab = await openLab(wish)
  })
  afterAll(() => lab.stop())

  /** expectSame holds what was heard of a table against what PostgreSQL makes of it itself. */
  async function expectSame(table: string, count: number): Promise<void> {
    const heard = await lab.settle(count)
    // The session of `sql` has another time zone and other styles: the comparison is with the data API's.
    const { rows } = await lab.app.platform.clusters.main.admin.query<{ json: string }>(
      `select row_to_json(whole)::text as json from ${lab.schema}.${table} whole order by place`,
    )
    expect(rows).toHaveLength(count)
    const events = heard.map((change) => change.payload(false))
    for (const [n, { json }] of rows.entries()) {
      expect(JSON.parse(events[n] as string).record).toEqual(JSON.parse(json))
      // Not parsed either, since JavaScript would round long numbers; a line break in JSON is a blank.
      expect(events[n]).toContain(`"record":${json.replaceAll(/[\r\n]+/g, ' ')}`)
      expect(events[n]).not.toMatch(/[\r\n]/)
    }
    lab.heard.length = 0
  }

  test('are the same for each of the 24 data types', async () => {
    const types = DATA_TYPES.filter((type) => type !== 'serial') as (keyof typeof VALUES)[]
    const columns = types.map((type) => ({
      name: `c_${type}`,
      data_type: type,
      ...(type === 'enum' ? { enum_values: ['small', 'very "large"', '{odd}'] } : {}),
      ...(type === 'char' ? { char_length: 4 } : {}),
    }))
    await lab.addTable('every_type', [{ name: 'place', data_type: 'serial' }, ...columns])
    const files = (await uploadFiles(lab.app, lab.project, 2)).map((id) => `'${id}'`)
    const values = { ...VALUES, file: files }
    const rows = types.flatMap((type) => values[type].map((literal) => [type, literal] as const))
    for (const [type, literal] of rows)
      await lab.sql(`insert into every_type (c_${type}) values (${literal})`)
    await lab.sql('insert into every_type default values')
    await expectSame('every_type', rows.length + 1)
  })

  test('are the same for types that somebody made by hand: domains, arrays, arrays of enums', async () => {
    await lab.addTable('by_hand', [{ name: 'place', data_type: 'serial' }])
    await lab.sql(`
      create domain amount as numeric(12, 2);
      create domain label as text;
      create type mood as enum ('sad', 'so "so", {really}');
      create type _strange as enum ('{a', '{"', 'plain');
      create domain labels as text[];
      create domain numbers as int[] check (array_length(value, 1) < 10);
      create domain moods as mood[];
      create type inner_pair as (n int, "te""xt" text);
      create type pair as (at timestamptz, p inner_pair, tags text[], nothing json);
      create type only_one as (x text);
      create type nobody as ();
      create domain paired as pair;
      alter table by_hand add column amount amount, add column label label, add column n int[],
        add column t text[], add column f float8[], add column j jsonb[], add column m mood[],
        add column s timestamptz[], add column b boolean[], add column d date[], add column z timestamp,
        add column r real, add column o oid, add column x _strange, add column xs _strange[],
        add column dl labels, add column dn numbers, add column dm moods, add column dls labels[],
        add column c pair, add column cs pair[], add column c1 only_one, add column c0 nobody,
        add column dc paired, add column ra int4range, add column ras tstzrange[], add column os oid[],
        add column ps point[], add column bs box[], add column iv int2vector, add column am amount[],
        add column mr int4multirange;
      insert into by_hand (amount) values (12.5), ('NaN');
      insert into by_hand (label, o, z, r) values ('{1,2}', 7, '2026-01-01 10:00:00.5', 0.1);
      insert into by_hand (n) values ('{}'), ('{1,null,3}'), ('{{1,2},{3,4}}'), ('[0:1]={1,2}');
      insert into by_hand (t) values (array['', 'a b', 'q"uo\\te', 'NULL', null, '{', ',']);
      insert into by_hand (f, j) values ('{NaN,1.5,-Infinity}', array['{"a": [1]}', 'null']::jsonb[]);
      insert into by_hand (m, s, b, d) values (array['sad', 'so "so", {really}']::mood[], '{2026-01-01 00:00:00+00}',
        '{t,f}', '{infinity}');
      insert into by_hand (x, xs) values ('plain', '{plain,NULL}'), ('{a', array['{a', '{"']::_strange[]), ('{"', '{}');
      insert into by_hand (dl, dn, dm, dls) values ('{a,"b c",NULL}', '{1,NULL}', array['so "so", {really}']::moods,
        array['{a,b}', '{"{}"}']::labels[]);
      insert into by_hand (c, dc) values (row('2026-01-01 10:00Z', row(1, 'a "b" \\ (c), '), '{x,"y z"}', '{"a":\n1}'),
        row(null, null, null, null)), (row(null, row(null, ''), '{}', 'null'), null);
      insert into by_hand (cs, c1, c0) values (array[row(null, row(2, '"{(\\'), array['"', ','], null)::pair, null],
        row('')::only_one, row()::nobody), ('{}', row(null)::only_one, null);
      insert into by_hand (ra, ras, os, ps, bs, iv, am, mr) values ('[1,5)', '{"[2026-01-01 00:00+00,)"}', '{1,2}',
        array['(1,2)'::point, null], '{(1,1),(0,0);(3,3),(2,2)}', '1 2', '{1.5,NaN}', '{[1,3),[5,9)}')`)
    await expectSame('by_hand', 19)
    // Attributes may change while the table is described already.
    await lab.sql(
      `alter type pair add attribute late text; insert into by_hand (c) values (row(null, null, null, null, 'x'))`,
    )
    const [change] = await lab.settle(1)
    expect(change?.record.c).toEqual({ at: null, p: null, tags: null, nothing: null, late: 'x' })
    lab.heard.length = 0
  })
})

test('texts of PostgreSQL become JSON', () => {
  expect(arrayJson('{1,NULL,"a b"}', JSON.stringify)).toBe('["1",null,"a b"]')
  expect(arrayJson('{}', JSON.stringify)).toBe('[]')
  expect(arrayJson('{(1,2),(3,4);"NULL"}', JSON.stringify, ';')).toBe('["(1,2),(3,4)","NULL"]')
  expect(writerOf(1184)?.('2026-01-31 10:00:00+00')).toBe('"2026-01-31T10:00:00+00:00"')
  expect(writerOf(1700)?.('-Infinity')).toBe('"-Infinity"')
  expect(writerOf(114)?.('{\n}')).toBe('{ }')
  const fields = ['a', 'b'].map((name) => ({ start: `"${name}":`, write: JSON.stringify as () => string }))
  expect(compositeJson('("x ""y"" \\\\",)', fields)).toBe(String.raw`{"a":"x \"y\" \\","b":null}`)
})

test('a text that is not of its type is refused, and read once', () => {
  const arrays = [
    '',
    '{',
    '{a',
    '{"',
    '{"a',
    '{a}}',
    '{{a}',
    'a',
    '{,}',
    '{a,}',
    '{a b}{',
    '{"a"b}',
    '[1:2]',
    '[',
    '{\\',
  ]
  for (const text of [...arrays, '{'.repeat(100_000), `{${'"\\'.repeat(10_000)}`])
    expect(() => arrayJson(text, JSON.stringify), text.slice(0, 20)).toThrow(UnreadableValueError)
  const fields = [{ start: '"a":', write: JSON.stringify as () => string }]
  for (const text of ['', '(', '()(', '(a', '(a,b)', '("a', '("a"b)', 'a'])
    expect(() => compositeJson(text, fields), text).toThrow(UnreadableValueError)
  // Each sign is looked at a few times, however many values there are.
  let reads = 0
  const count = (text: string) => {
    reads += text.length
    return '0'
  }
  arrayJson(`{${'a,'.repeat(50_000)}a}`, count)
  expect(reads).toBe(50_001)
})
