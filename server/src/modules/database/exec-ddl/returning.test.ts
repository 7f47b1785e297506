// What statements of exec-ddl return: the number of rows they touched, and the rows of RETURNING.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DdlDriver, driveDdl } from './exec-ddl.fixture.ts'
import { MAX_RETURNED } from './exec-ddl.service.ts'

let app: TestApp
let ddl: DdlDriver

beforeAll(async () => {
  app = await startTestApp()
  ddl = driveDdl(app, await app.createProject())
  await ddl.run(`create type mood as enum ('glad', 'sad');
    create table albums (title text, price numeric, big bigint, mood mood, tags jsonb, day date, at timestamptz)`)
})
afterAll(() => app.stop())

test('each statement says how many rows it touched, and what it returned', async () => {
  const { results, statements } = await ddl.run(`
    insert into albums (title) values ('A'), ('B'), ('C');
    update albums set price = 2.50 where title <> 'A' returning title, price;
    delete from albums where title = 'A';
    create table notes (text text);
    delete from notes returning id;
    alter table notes rename to remarks`)
  expect(statements).toBe(6)
  const none = { columns: [], rows: [], truncated: false }
  expect(results).toEqual([
    { command: 'INSERT', rows_affected: 3, ...none },
    {
      ...{ command: 'UPDATE', rows_affected: 2, columns: ['title', 'price'], truncated: false },
      rows: [
        { title: 'B', price: 2.5 },
        { title: 'C', price: 2.5 },
      ],
    },
    { command: 'DELETE', rows_affected: 1, ...none },
    { command: 'CREATE', rows_affected: null, ...none },
    { command: 'DELETE', rows_affected: 0, ...none, columns: ['id'] },
    { command: 'ALTER', rows_affected: null, ...none },
  ])
})

test('values are JSON as in rows of the data API, and long numbers stay exact', async () => {
  const sql = `insert into albums (title, price, big, mood, tags, day, at)
    values ('say "x"', 12345678901234567890.10, 9007199254740993, 'sad', '{"a": [1]}', '2026-01-02', '2026-01-02T03:04:05Z')
    returning title, price, big, mood, tags, day, at, deleted_at, title`
  const { text, data } = await ddl.exec(sql)
  const own = await ddl.data('GET', 'albums?title=eq.say%20%22x%22')
  const { id, created_at, updated_at, ...row } = own.data[0]
  expect(data.results[0].rows).toEqual([{ ...row, title_2: row.title }])
  expect(text).toContain('"price":12345678901234567890.10,"big":9007199254740993')
})

test('a dry run returns the same, and undoes it', async () => {
  const answer = await ddl.exec("insert into albums (title) values ('never') returning title", {
    dry_run: true,
  })
  expect(answer.data).toMatchObject({
    dry_run: true,
    results: [{ rows_affected: 1, rows: [{ title: 'never' }] }],
  })
  expect((await ddl.data('GET', 'albums?title=eq.never')).data).toEqual([])
})

test('rows are cut off at a limit that all statements share, and counted in full', async () => {
  const many = MAX_RETURNED.rows - 10
  const insert = (title: string) =>
    `insert into albums (title) select '${title}' from generate_series(1, ${many}) returning title;`
  const { results } = await ddl.run(`${insert('x')}${insert('y')}${insert('z')}`)
  expect(
    results.map(({ rows_affected, rows, truncated }: any) => [rows_affected, rows.length, truncated]),
  ).toEqual([
    [many, many, false],
    [many, 10, true],
    [many, 0, true],
  ])
  const large = await ddl.run(
    "insert into albums (title) select repeat('x', 1000000) from generate_series(1, 12) returning title",
  )
  expect([large.results[0].rows.length, large.results[0].truncated]).toEqual([8, true])
})

test('what is larger than any response may be is refused, and undone', async () => {
  const sql =
    "insert into albums (title) select repeat('x', 1000000) || n from generate_series(1, 40) n returning title"
  const { status, body } = await ddl.exec(sql)
  expect([status, body.message]).toEqual([400, expect.stringContaining('RETURNING returns more than 32 MB')])
  expect((await ddl.data('GET', 'albums?title=like.*x40&select=id')).data).toEqual([])
})
