// Whose rows query/exec gives: the caller's row-level security holds wherever a table is named, deleted
// rows are nowhere, and no error tells of a row that the caller may not see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const NOTES = {
  dashboard: ["amina's", "juma's secret"],
  secret: ["amina's", "juma's secret"],
  publishable: [],
  amina: ["amina's"],
  juma: ["juma's secret"],
} as const

describe.each(Object.entries(NOTES))('as %s', (who, texts) => {
  test.each([
    'select text from notes order by 1',
    'table notes order by text',
    'select n.text from notes n order by 1',
    'with x as (select * from notes) select text from x order by 1',
    'with x as materialized (select * from notes) select text from x order by 1',
    'select text from (select * from notes) x order by 1',
    'select a.text from notes a join notes b using (id) order by 1',
    'select text from users u right join notes n on u.id = n.user_id order by 1',
    'select text from (values (1)) v, lateral (select text from notes) n order by 1',
    'select distinct text from notes order by 1',
    'select text from notes union select text from notes order by 1',
    'select unnest(array(select text from notes order by text)) as text',
    "select value ->> 'text' as text from json_array_elements((select json_agg(n order by text) from notes n))",
    'with recursive r as (select text from notes union all select text from r where false) select text from r order by 1',
    'select text from notes where deleted_at is null order by 1',
    "select text from notes where text like '%' or deleted_at is not null order by 1",
  ])('%s', async (sql) => {
    const { status, data, text } = await shop.ask(sql, [], shop.callers[who as keyof typeof NOTES])
    expect(status, text).toBe(200)
    expect(data.rows.map((row: { text: string }) => row.text)).toEqual(texts)
  })

  test('counts count what can be seen', async () => {
    const sql = 'select count(*) from notes union all select sum(1)::bigint from notes where true'
    const { data } = await shop.ask(sql, [], shop.callers[who as keyof typeof NOTES])
    expect(data.rows[0]).toEqual({ count: texts.length })
  })
})

// Juma's amount is '0' and the deleted one's is 'zero': whoever looks at them divides by zero, or casts in vain.
const ORACLES = [
  'select 1 / amount::int as x from notes',
  'select amount::int as x from notes where 1 / amount::int >= 0',
  'select amount::int as x from notes order by 1 / amount::int',
  'select sum(1 / amount::int) as x from notes',
  'select min(1 / amount::int) over () as x from notes',
  'select count(*) as x from notes group by 1 / amount::int',
  'select count(*) as x from notes having min(1 / amount::int) >= 0',
  'select case when 1 / amount::int >= 0 then 1 end as x from notes',
  'select coalesce(1 / amount::int, 1) as x from notes',
  'select count(*) filter (where 1 / amount::int >= 0) as x from notes',
  'select 1 as x where exists (select from notes where 1 / amount::int >= 0)',
  'select 1 as x where 0 in (select 1 / amount::int from notes)',
  'select (select max(1 / amount::int) from notes) as x',
  'select a.amount::int as x from notes a join notes b on 1 / b.amount::int = 1 / a.amount::int',
  'select count(*) as x from places left join notes on 1 / amount::int >= 0',
  'select count(*) as x from places, lateral (select from notes where 1 / amount::int >= 0 and name is not null) n',
  'with n as materialized (select * from notes where 1 / amount::int >= 0) select count(*) as x from n',
  'with n as not materialized (select * from notes) select count(*) as x from n where 1 / amount::int >= 0',
  "select count(*) as x from notes where 1 / amount::int >= 0 and text <> 'x'",
  'select count(*) as x from notes where not (1 / amount::int < 0) or user_id is null',
  'select distinct 1 / amount::int as x from notes',
  'select distinct on (1 / amount::int) 1 as x from notes',
  'select 1 / amount::int as x from notes union all select amount::int from notes',
  'select 1 / amount::int as x from notes limit 5',
  'select ln(amount::float8) as x from notes',
  'select sqrt(-1 / amount::numeric) is null as x from notes where amount::numeric < 1',
  "select ('{\"a\": ' || amount || '}')::jsonb as x from notes where amount::int <> 5",
  "select amount::int as x from notes where amount::date is null and amount = '0'",
  "select to_date(amount, 'YYYY-MM-DD') as x from notes where amount = '0' and amount::uuid is null",
  'select percentile_cont(0.5) within group (order by 1 / amount::int) as x from notes',
  'select string_agg((1 / amount::int)::text, $$,$$ order by 1 / amount::int) as x from notes',
  'select generate_series(1, 1 / amount::int) as x from notes where amount::int = 1',
  'select count(*) as x from notes, generate_series(1, 5 / amount::int)',
  'select (array[1, 2])[1 / amount::int] as x from notes',
]

describe('no error tells of a row that', () => {
  test.each(ORACLES)('belongs to another: %s', async (sql) => {
    const asAmina = await shop.ask(sql, [], shop.callers.amina)
    expect(asAmina.status, asAmina.text).toBe(200)
    expect((await shop.ask(sql, [], shop.callers.publishable)).status).toBe(200)
    // A deleted row is 'zero', which nobody may come across: that would be another error than the division's.
    const asKey = await shop.ask(sql)
    expect(asKey.text).not.toContain('zero\\"')
  })

  test('the attacks are real: a caller who may see the row does meet the error', async () => {
    const met = await Promise.all(ORACLES.slice(0, 10).map((sql) => shop.ask(sql)))
    expect(met.map(({ status, body }) => [status, body.message])).toEqual(
      met.map(() => [400, 'Division by zero.']),
    )
  })
})

test('users are seen as their policies say', async () => {
  await app.api('POST', `/projects/${shop.id}/tables/users/rls`, {
    ...shop.callers.dashboard,
    body: { action: 'select', subject: 'owner', effect: 'allow' },
  })
  const sql = 'select full_name from users order by 1'
  expect((await shop.ask(sql, [], shop.callers.amina)).data.rows).toEqual([{ full_name: 'amina' }])
  expect((await shop.ask(sql)).data.rows).toEqual([{ full_name: 'amina' }, { full_name: 'juma' }])
})
