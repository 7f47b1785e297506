// query/exec at its limits: queries that would take all time, memory or space are stopped, results are cut
// off and say so, and meanwhile everybody else is served.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GATES } from '#platform/fairness/gates.ts'
import { type Answer, startTestApp, type TestApp } from '#test/harness.ts'
import { LIMITS } from './guarded-sql.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

// Each would run for hours, or fill the machine.
describe.each([
  ['rows by rows', 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'],
  [
    'rows without end',
    'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r',
  ],
  ['sorting without end', 'select a from generate_series(1, 1000000000) a order by a desc'],
  [
    'an array of long texts',
    "select cardinality(array_agg(lpad('x', 1000))) from generate_series(1, 100000) a, generate_series(1, 100000) b",
  ],
  [
    'a text',
    "select length(string_agg(lpad('x', 1000), '')) from generate_series(1, 100000) a, generate_series(1, 100000) b",
  ],
])('%s', (_what, sql) => {
  test('is stopped, and others are served meanwhile', async () => {
    const stopped = shop.ask(sql, [], shop.callers.amina)
    const other = await app.api('GET', '/data/products', shop.callers.secret)
    expect([other.status, other.data.length]).toEqual([200, 4])
    const answer = await shop.ask('select count(*) from products')
    expect(answer.data.rows).toEqual([{ count: 4 }])
    const { status, body, text } = await stopped
    expect(status, text).toBe(400)
    expect(body.message).toMatch(/too long|memory|space|too large/)
    expect((await shop.ask('select 1 as one', [], shop.callers.amina)).data.rows).toEqual([{ one: 1 }])
  })
})

// PostgreSQL ends what takes too long with another message: this one shows that memory was what it ran out of first.
test('a process that takes too much memory is stopped before its time is over', async (context) => {
  const { rows } = await app.platform.clusters.main.admin.query('select pg_backend_pid() as pid')
  const title = await readFile(`/proc/${rows[0]?.pid}/cmdline`, 'utf8').catch(() => '')
  if (!title.includes('postgres')) return context.skip('PostgreSQL does not run on this machine')
  const sql = `select cardinality(array_agg(lpad('x', 1000)))
    from generate_series(1, 100000) a, generate_series(1, 100000) b`
  const { status, body } = await shop.ask(sql)
  expect([status, body.message]).toEqual([400, 'The query needs more memory than it may use.'])
  expect((await shop.ask('select 1 as one')).data.rows).toEqual([{ one: 1 }])
})

describe('results', () => {
  test('are cut off after so many rows, and say so', async () => {
    const { data } = await shop.ask('select n from generate_series(1, 1000001) n')
    expect(data).toMatchObject({ truncated: true, total: null, limits: LIMITS })
    expect([data.rows.length, data.rows[0], data.rows.at(-1)]).toEqual([
      LIMITS.rows,
      { n: 1 },
      { n: LIMITS.rows },
    ])
  })

  test('are whole up to there', async () => {
    const { data } = await shop.ask(`select n from generate_series(1, ${LIMITS.rows}) n`)
    expect([data.truncated, data.total, data.rows.length]).toEqual([false, LIMITS.rows, LIMITS.rows])
  })

  test('are cut off after so many bytes', async () => {
    const { data, text } = await shop.ask(
      "select string_agg(lpad('x', 1000), '') from generate_series(1, 1000) a, generate_series(1, 50) b group by b",
    )
    expect([data.truncated, data.rows.length]).toEqual([true, 8])
    expect(text.length).toBeLessThan(LIMITS.bytes + 1000)
  })

  test('of one row that is too long are refused', async () => {
    const { status, body } = await shop.ask(
      "select string_agg(lpad('x', 1000), '') from generate_series(1, 10000)",
    )
    expect([status, body.message]).toEqual([400, 'One row of the result has more than 8 MB.'])
  })

  test('keep whole numbers exact in their text', async () => {
    const { text } = await shop.ask(
      'select big, big + 1 as more, 12345678901234567890.123456789 as long from products order by big desc limit 1',
    )
    expect(text).toContain(
      '{"big":9007199254740993,"more":9007199254740994,"long":12345678901234567890.123456789}',
    )
  })
})

test('more queries than may wait are refused with 429, and the others answered', async () => {
  const count = GATES.exec.perProject + GATES.exec.waiting
  // Nobody leaves before all have come: those that run wait for a table that somebody else holds.
  const admin = await app.platform.clusters.main.admin.connect()
  await admin.query(`begin; lock table ${shop.schema}.products in access exclusive mode`)
  const refused: Answer[] = []
  const { promise: isFull, resolve: full } = Promise.withResolvers<void>()
  const asked = Array.from({ length: count + 5 }, async () => {
    const answer = await shop.ask('select count(*) from products')
    if (answer.status === 429 && refused.push(answer) === 5) full()
    return answer
  })
  await Promise.race([isFull, Promise.all(asked)])
  await admin.query('rollback')
  admin.release()
  const answers = await Promise.all(asked)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(5).fill('1'))
  expect(answers.filter(({ status }) => status === 200).length).toBe(count)
  expect((await shop.ask('select 1 as one')).status).toBe(200)
})
