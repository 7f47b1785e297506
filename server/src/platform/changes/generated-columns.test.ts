// Tables with generated columns are written as all others while their changes are captured, and the changes have them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaptureWish, type Lab, openLab } from './changes.fixture.ts'
import { captureAgain } from './log/log-tables.ts'
import { purgeNotes } from './outbox/outbox.store.ts'
import type { CaptureContext } from './reading/capture.ts'
import { findTable } from './state/watched-tables.store.ts'

const captures: readonly (readonly [string, CaptureWish])[] = [
  ['log', 'auto'],
  ['outbox', 'outbox'],
]
const COLUMNS = {
  stored: 'generated always as (n * 2) stored',
  virtual: 'generated always as (n * 2) virtual',
  'both kinds': 'generated always as (n * 2) virtual, thrice int generated always as (n * 3) stored',
  'indexed and of several columns': `generated always as (n + length(title || '')) stored unique`,
}
type Kind = keyof typeof COLUMNS

// What the columns are worth where `n` is a number and the title has one letter.
function worth(kind: Kind, n: number): object {
  if (kind === 'both kinds') return { n, twice: n * 2, thrice: n * 3 }
  return { n, twice: kind === 'indexed and of several columns' ? n + 1 : n * 2 }
}

describe.each(captures)('generated columns captured from the %s', (_, wish) => {
  let lab: Lab
  let count = 0
  beforeAll(async () => {
    lab = await openLab(wish)
  })
  afterAll(() => lab.stop())

  const manage = (method: string, path: string, body?: unknown) =>
    lab.app.api(method, `/projects/${lab.project.id}${path}`, {
      token: lab.project.token,
      ...(body === undefined ? {} : { body }),
    })
  const data = async (method: string, path: string, body?: unknown) => {
    const answer = await lab.app.api(method, `/data/${path}`, {
      key: lab.project.secret,
      headers: { prefer: 'resolution=merge-duplicates' },
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.data
  }
  const ddl = async (sql: string) => {
    const { status, text } = await manage('POST', '/schema/exec-ddl', { sql })
    expect(status, text).toBe(200)
  }
  const heardOf = async (table: string, count: number) => {
    const found = () => lab.heard.filter((change) => change.table === table)
    await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    return found()
  }
  const watched = async (table: string) => {
    const { data: found } = await manage('GET', `/tables/${table}`)
    await lab.watch(found.id)
  }

  describe.each(Object.keys(COLUMNS) as Kind[])('%s', (kind) => {
    test.each(['before', 'after'])('added %s the table is watched', async (when) => {
      count++
      const table = `g${count}`
      const columns = `title text, n int${when === 'before' ? `, twice int ${COLUMNS[kind]}` : ''}`
      await ddl(`create table ${table} (${columns})`)
      await watched(table)
      const added = COLUMNS[kind].replace(', ', ', add column ')
      const statements = `alter table ${table} add column twice int ${added}; update ${table} set title = title`
      if (when === 'after') await ddl(statements)

      const { id } = await data('POST', table, { title: 'a', n: 1 })
      await data('PATCH', `${table}/${id}`, { n: 2 })
      await data('PATCH', `${table}?id=eq.${id}`, { n: 3 })
      await data('POST', `${table}?on_conflict=id`, { id, title: 'a', n: 4 })
      await ddl(`update ${table} set n = 5`)
      await data('DELETE', `${table}/${id}`)
      await lab.sql(`insert into ${table} (title, n) values ('b', 6)`)
      await lab.sql(`update ${table} set n = 7 where title = 'b'`)
      await lab.sql(`delete from ${table} where title = 'b'`)

      const heard = await heardOf(table, 9)
      const was = (n: number) => worth(kind, n)
      expect(heard.map(({ type, record, old_record }) => [type, record, old_record])).toMatchObject([
        ['INSERT', was(1), undefined],
        ['UPDATE', was(2), was(1)],
        ['UPDATE', was(3), was(2)],
        ['UPDATE', was(4), was(3)],
        ['UPDATE', was(5), was(4)],
        ['DELETE', was(5), undefined],
        ['INSERT', was(6), undefined],
        ['UPDATE', was(7), was(6)],
        ['DELETE', was(7), undefined],
      ])
    })
  })

  test('a transaction that is read in parts, savepoints, rows that are too large, and TRUNCATE', async () => {
    await ddl('create table many (n int, padding text, twice int generated always as (n * 2) virtual)')
    await ddl('create table few (n int, twice int generated always as (n * 2) virtual)')
    await watched('many')
    await watched('few')
    const { data: table } = await manage('GET', '/tables/many')
    const breaks: string[] = []
    const stop = lab.feed.onBreak((tableId, reason) => {
      if (tableId === table.id) breaks.push(reason)
    })
    // PostgreSQL sends what is larger than 8 MB before it commits.
    await lab.sql(`begin; insert into many (n, padding) select n, repeat('x', 1000) from generate_series(1, 12000) n;
      savepoint a; insert into many (n) values (-1); rollback to a; insert into many (n) values (20000);
      insert into few (n) values (1); commit`)
    const heard = await heardOf('many', 12_001)
    const numbers = [...Array.from({ length: 12_000 }, (_, n) => n + 1), 20_000]
    expect(heard.map(({ record }) => [record.n, record.twice])).toEqual(numbers.map((n) => [n, 2 * n]))
    await lab.sql(`update many set padding = repeat('x', 9000000) where n = 1`)
    await lab.sql('truncate many')
    await lab.sql('insert into few (n) values (2)')
    expect((await heardOf('few', 2)).map(({ record }) => record.twice)).toEqual([2, 4])
    expect(breaks).toEqual(['oversized', 'truncated'])
    stop()
  })

  test('a virtual column that cannot be computed is missing, and the row can be written', async () => {
    await ddl('create table risky (n int, share int generated always as (100 / n) virtual)')
    await watched('risky')
    await lab.sql('insert into risky (n) values (0), (5)')
    const heard = await heardOf('risky', 2)
    expect(heard.map(({ record }) => [record.n, record.share])).toEqual([
      [0, undefined],
      [5, 20],
    ])
  })

  test('a column that is dropped is missing from then on', async () => {
    await ddl('create table fading (n int, twice int generated always as (n * 2) virtual)')
    await watched('fading')
    await lab.sql('insert into fading (n) values (1)')
    await ddl('alter table fading drop column twice')
    await lab.sql('insert into fading (n) values (2)')
    const heard = await heardOf('fading', 2)
    expect(heard.map(({ record }) => [record.n, record.twice])).toEqual([
      [1, 2],
      [2, undefined],
    ])
  })

  test.runIf(wish === 'auto')('what is added or dropped by hand is put right', async () => {
    await ddl('create table rough (n int)')
    await watched('rough')
    const { main } = lab.app.platform.clusters
    const repair = async () => {
      const { data: found } = await manage('GET', '/tables/rough')
      const table = await findTable(main.admin, lab.project.id, found.id)
      if (table !== undefined) await captureAgain({ cluster: main } as CaptureContext, table)
    }
    await lab.sql('insert into rough (n) values (1)')
    await lab.sql('alter table rough add column twice int generated always as (n * 2) virtual')
    await expect(lab.sql('update rough set n = 2')).rejects.toThrow('cannot update table')
    await repair()
    await lab.sql('update rough set n = 3')
    await lab.sql('alter table rough drop column twice')
    await repair()
    await lab.sql('update rough set n = 4')
    const heard = await heardOf('rough', 3)
    expect(heard.map(({ record, old_record }) => [record.n, record.twice, old_record?.twice])).toEqual([
      [1, undefined, undefined],
      [3, 6, 2],
      [4, undefined, undefined],
    ])
    const { data: found } = await manage('GET', '/tables/rough')
    const table = await findTable(main.admin, lab.project.id, found.id)
    expect(table).toMatchObject({ published: true, has_trigger: false, has_bound: true, identity: 'full' })
  })

  test.runIf(wish === 'auto')('notes are removed once the log has them, and that is no change', async () => {
    await ddl('create table noted (n int, twice int generated always as (n * 2) virtual)')
    await watched('noted')
    await lab.sql('insert into noted (n) values (1)')
    const [first] = await heardOf('noted', 1)
    const { admin } = lab.app.platform.clusters.main
    await purgeNotes(admin)
    expect((await admin.query('select from msingi.change_outbox')).rowCount).toBe(0)
    await lab.sql('insert into noted (n) values (2)')
    const [, second] = await heardOf('noted', 2)
    expect(second?.offset).toBe((first?.offset ?? 0) + 1)
  })
})
