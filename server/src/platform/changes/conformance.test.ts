// What every way of capture must do alike.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { brief, type CaptureWish, type Lab, openLab } from './changes.fixture.ts'

const TITLE = { name: 'title', data_type: 'text' }
const captures: readonly (readonly [string, CaptureWish])[] = [
  ['log', 'auto'],
  ['outbox', 'outbox'],
]

describe.each(captures)('changes captured from the %s', (kind, wish) => {
  let lab: Lab
  let notes: string
  const post = (body: unknown) => lab.app.api('POST', '/data/notes', { key: lab.project.secret, body })

  beforeAll(async () => {
    lab = await openLab(wish)
    notes = await lab.addTable('notes', [TITLE, { name: 'body', data_type: 'text' }])
  })
  afterAll(() => lab.stop())
  beforeEach(async () => {
    // Everything of the test before has been heard once a later row has.
    await lab.sql(`insert into notes (title) values ('between tests')`)
    await vi.waitFor(() => expect(lab.heard.at(-1)?.record.title).toBe('between tests'), 45_000)
    lab.heard.length = 0
  })

  test('is chosen, and says so in the metrics', async () => {
    const { text } = await lab.app.api('GET', '//metrics')
    expect(text).toContain(`msingi_changes_reading{cluster="main",capture="${kind}"} 1`)
    expect(text).toMatch(new RegExp(`msingi_changes_lag\\{cluster="main",capture="${kind}"\\} \\d`))
  })

  test('hears writes by filter row by row, a restored row as an insert, and a purge not at all', async () => {
    const call = (method: string, path: string, body?: unknown) =>
      lab.app.api(method, path, { key: lab.project.secret, body })
    const { data: rows } = await call('POST', '/data/notes', [{ title: 'one' }, { title: 'two' }])
    const ids = rows.map(({ id }: { id: string }) => id)
    const path = `/data/notes?id=in.(${ids})`
    expect((await call('PATCH', path, { title: 'changed' })).data).toEqual({ count: 2 })
    expect((await call('DELETE', path)).data).toEqual({ count: 2 })
    const { data: restored } = await call('POST', `/data/notes/${ids[0]}/restore`)
    const purge = `/projects/${lab.project.id}/tables/notes/records/${ids[1]}/purge`
    const { token } = lab.project
    expect((await lab.app.api('POST', purge, { token })).status).toBe(204)
    await call('PATCH', `/data/notes/${ids[0]}`, { title: 'last' })
    const heard = await lab.settle(8)
    expect(heard.map(({ type }) => type).sort()).toEqual([
      ...['DELETE', 'DELETE', 'INSERT', 'INSERT', 'INSERT', 'UPDATE', 'UPDATE', 'UPDATE'],
    ])
    expect(heard[6]).toMatchObject({ type: 'INSERT', record: restored })
    expect(heard[7]).toMatchObject({ type: 'UPDATE', record: { title: 'last' }, old_record: restored })
  })

  test('hears the data API: insert, update, soft delete with the row before', async () => {
    const { data: row } = await post({ title: 'first' })
    const path = `/data/notes/${row.id}`
    const { data: changed } = await lab.app.api('PATCH', path, {
      key: lab.project.secret,
      body: { title: 'second' },
    })
    await lab.app.api('DELETE', path, { key: lab.project.secret })
    const [insert, update, remove] = await lab.settle(3)
    expect(lab.heard).toHaveLength(3)
    expect(insert).toMatchObject({
      type: 'INSERT',
      table: 'notes',
      table_id: notes,
      project_id: lab.project.id,
    })
    expect(insert?.record).toEqual(row)
    expect(insert?.old_record).toBeUndefined()
    expect(update?.type).toBe('UPDATE')
    expect(update?.record).toEqual(changed)
    expect(update?.old_record).toEqual(row)
    expect(remove?.type).toBe('DELETE')
    expect(remove?.record).toEqual(changed)
    expect(remove?.old_record).toBeUndefined()
    expect(JSON.parse(insert?.payload(true) ?? '')).toEqual({
      id: insert?.id,
      type: 'INSERT',
      table: 'notes',
      project_id: lab.project.id,
      record: row,
      created_at: insert?.committed_at.toISOString(),
    })
    expect(Math.abs(Number(insert?.committed_at) - Date.now())).toBeLessThan(60_000)
  })

  test('hears batches and bulk inserts in order, with offsets that rise and ids that differ', async () => {
    const titles = Array.from({ length: 120 }, (_, n) => `bulk ${n}`)
    await post(titles.map((title) => ({ title })))
    const heard = await lab.settle(120)
    expect(brief(heard, 'title')).toEqual(titles.map((title) => `INSERT ${title}`))
    const offsets = heard.map(({ offset }) => offset)
    expect(offsets).toEqual([...new Set(offsets)].toSorted((a, b) => a - b))
    expect(new Set(heard.map(({ id }) => id)).size).toBe(120)
    const since = lab.feed.since(notes, offsets[59] as number, lab.feed.epoch)
    expect(since?.map(({ id }) => id)).toEqual(heard.slice(60).map(({ id }) => id))
  })

  test('takes psql for what it does: undelete is INSERT, a deleted row is silent, hard deletes', async () => {
    await lab.sql(`insert into notes (title) values ('a'), ('b')`)
    await lab.sql(`update notes set deleted_at = now() where title = 'a'`)
    await lab.sql(`update notes set body = 'unseen' where title = 'a'`)
    await lab.sql(`update notes set deleted_at = null where title = 'a'`)
    await lab.sql(`update notes set deleted_at = now() where title = 'a'`)
    await lab.sql(`delete from notes where title = 'a'`)
    await lab.sql(`delete from notes where title = 'b'`)
    await lab.sql(`insert into notes (title, deleted_at) values ('born dead', now())`)
    await lab.sql(`insert into notes (title) values ('end')`)
    const heard = await lab.settle(7)
    expect(brief(heard, 'title')).toEqual([
      'INSERT a',
      'INSERT b',
      'DELETE a',
      'INSERT a',
      'DELETE a',
      'DELETE b',
      'INSERT end',
    ])
    expect(heard[2]?.record.deleted_at).toBeNull()
    expect(heard[3]?.record.body).toBe('unseen')
  })

  test('hears nothing of what is rolled back, and all of what savepoints leave', async () => {
    await lab.sql(`begin; insert into notes (title) values ('gone'); rollback`)
    await lab.sql(`begin; insert into notes (title) values ('one'); savepoint s;
      insert into notes (title) values ('gone'); rollback to s; insert into notes (title) values ('two'); commit`)
    await lab.settle(2)
    expect(brief(lab.heard, 'title')).toEqual(['INSERT one', 'INSERT two'])
  })

  test('keeps the changes of a row in their order where transactions commit out of order', async () => {
    const [one, two] = [await lab.connect(), await lab.connect()]
    await lab.sql(`insert into notes (title, body) values ('row', '0')`)
    // The transaction that began first writes last.
    await one.query(`begin; insert into notes (title) values ('one')`)
    await two.query(`begin; update notes set body = '1' where title = 'row'; commit`)
    await one.query(`update notes set body = '2' where title = 'row'; commit`)
    const heard = await lab.settle(4)
    const bodies = heard.filter(({ record }) => record.title === 'row').map(({ record }) => record.body)
    expect(bodies).toEqual(['0', '1', '2'])
    // A transaction's changes stand together.
    expect(brief(heard.slice(2), 'title')).toEqual(['INSERT one', 'UPDATE row'])
  })

  test('keeps the changes of a row in their order where a trigger changes it once more', async () => {
    await lab.sql(`create function fill() returns trigger language plpgsql as $$ begin
        update notes set body = 'filled' where id = new.id and body is null;
        return null;
      end $$;
      create trigger "A" after insert or update on notes for each row execute function fill()`)
    try {
      await lab.sql(`insert into notes (title) values ('thrice')`)
      await lab.sql(`update notes set body = null where title = 'thrice'`)
      const heard = await lab.settle(4)
      const bodies = heard.map(({ type, record, old_record }) => [type, old_record?.body, record.body])
      expect(bodies).toEqual([
        ['INSERT', undefined, null],
        ['UPDATE', null, 'filled'],
        ['UPDATE', 'filled', null],
        ['UPDATE', null, 'filled'],
      ])
    } finally {
      await lab.sql('drop function fill cascade')
    }
  })

  test('loses nobody who writes early and commits late, whatever has ended in between', async () => {
    const [early, late] = [await lab.connect(), await lab.connect()]
    await late.query('begin; select pg_current_xact_id()')
    // A later transaction than that of `late`, which writes before it, and ends after it.
    await early.query(`begin; insert into notes (title) values ('early')`)
    await late.query(`insert into notes (title) values ('late'); commit`)
    await looked(lab)
    await early.query('commit')
    await lab.settle(2)
    expect(brief(lab.heard, 'title').toSorted()).toEqual(['INSERT early', 'INSERT late'])
  })

  test('tells of nothing that a crash could still take back', async () => {
    await lab.sql(`set synchronous_commit = off`)
    try {
      for (let n = 1; n <= 10; n++) {
        await lab.sql(`begin; insert into notes (title) values ('quick')`)
        // At least that far; others may write, too.
        const { rows } = await lab.sql('select pg_current_wal_insert_lsn() as written')
        await lab.sql('commit')
        await lab.settle(n)
        const [found] = (
          await lab.sql('select pg_current_wal_flush_lsn() >= $1::pg_lsn as kept', [rows[0].written])
        ).rows
        expect(found).toEqual({ kept: true })
      }
    } finally {
      await lab.sql('reset synchronous_commit')
    }
  })

  test('gives values that an update left alone, however large', async () => {
    const large = Array.from({ length: 9000 }, (_, n) => n.toString(36)).join('é')
    await lab.sql(`insert into notes (title, body) values ('large', $1)`, [large])
    await lab.sql(`update notes set title = 'larger' where title = 'large'`)
    const [, update] = await lab.settle(2)
    expect(update?.record.body).toBe(large)
    expect(update?.old_record?.body).toBe(large)
    expect(update?.old_record?.title).toBe('large')
  })

  test('follows columns that are added, dropped, renamed and retyped, also amid a transaction', async () => {
    await lab.addTable('shifting', [
      { name: 'a', data_type: 'integer' },
      { name: 'b', data_type: 'text' },
    ])
    await lab.sql(`insert into shifting (a, b) values (1, 'x')`)
    await lab.sql(`begin; insert into shifting (a, b) values (2, 'x');
      alter table shifting add column c boolean default true;
      insert into shifting (a, b) values (3, 'x');
      alter table shifting rename column b to d;
      insert into shifting (a, d) values (4, 'x');
      alter table shifting drop column c;
      insert into shifting (a, d) values (5, 'x');
      commit`)
    await lab.sql(`alter table shifting alter column a type text using 'n' || a`)
    await lab.sql(`insert into shifting (a, d) values ('six', 'x')`)
    const heard = await lab.settle(6)
    const seen = heard.map(({ record: { id, created_at, updated_at, deleted_at, ...own } }) => own)
    expect(seen).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'x' },
      { a: 3, b: 'x', c: true },
      { a: 4, c: true, d: 'x' },
      { a: 5, d: 'x' },
      { a: 'six', d: 'x' },
    ])
  })

  test('follows a table through its renaming, and drops it with its project’s table', async () => {
    const table = await lab.addTable('before', [TITLE])
    await lab.sql(`insert into before (title) values ('1')`)
    const path = `/projects/${lab.project.id}/tables/before`
    const renamed = await lab.app.api('PATCH', path, { token: lab.project.token, body: { name: 'after' } })
    expect(renamed.status).toBe(200)
    await lab.sql(`insert into after (title) values ('2')`)
    const heard = await lab.settle(2)
    expect(heard.map((change) => [change.table, change.table_id, change.record.title])).toEqual([
      ['before', table, '1'],
      ['after', table, '2'],
    ])
    const gone = await lab.app.api('DELETE', `/projects/${lab.project.id}/tables/after`, {
      token: lab.project.token,
    })
    expect(gone.status).toBe(204)
    await post({ title: 'still here' })
    expect(brief(await lab.settle(3), 'title').at(-1)).toBe('INSERT still here')
  })

  test('breaks off at TRUNCATE, since no row says that it is gone', async () => {
    const table = await lab.addTable('fleeting', [TITLE])
    // Nothing of before is still to come, however long that took.
    await lab.sql(`insert into notes (title) values ('before')`)
    await lab.settle(1)
    const breaks: unknown[] = []
    const stop = lab.feed.onBreak((id) => breaks.push(id))
    const before = lab.feed.top
    await lab.sql(`insert into fleeting (title) values ('x'); truncate fleeting`)
    await lab.sql(`insert into fleeting (title) values ('y')`)
    await lab.settle(3)
    stop()
    expect(breaks).toEqual([table])
    expect(lab.feed.since(table, before, lab.feed.epoch)).toBeUndefined()
    // Whoever has heard all before the end learns of it, too.
    expect(lab.feed.since(table, before + 1, lab.feed.epoch)).toBeUndefined()
    expect(brief(lab.feed.since(table, before + 2, lab.feed.epoch) ?? [], 'title')).toEqual(['INSERT y'])
    expect(lab.feed.since(notes, before, lab.feed.epoch)).toEqual([])
  })

  test('hears only what is watched, from when on and as long as it is', async () => {
    const table = await lab.addTable('later', [TITLE], false)
    await lab.sql(`insert into later (title) values ('unheard')`)
    expect(lab.feed.since(table, lab.feed.top, lab.feed.epoch)).toBeUndefined()
    await Promise.all([lab.watch(table), lab.watch(table)])
    const start = lab.feed.top
    expect(lab.feed.since(table, start, lab.feed.epoch)).toEqual([])
    expect(lab.feed.since(table, start - 1, lab.feed.epoch)).toBeUndefined()
    await lab.sql(`insert into later (title) values ('heard')`)
    await lab.settle(1)
    await lab.unwatch(table)
    await lab.sql(`insert into later (title) values ('unheard again')`)
    expect(lab.feed.since(table, start, lab.feed.epoch)).toBeUndefined()
    await post({ title: 'last' })
    expect(brief(await lab.settle(2), 'title')).toEqual(['INSERT heard', 'INSERT last'])
  })

  test('watches no table of another project', async () => {
    const stranger = { id: '00000000-0000-4000-8000-000000000000', cluster: 'main' } as never
    await expect(lab.feed.watch(stranger, notes)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('gives of users the listed fields only, whatever the table has', async () => {
    const { rows } = await lab.sql(`select id from msingi.tables where slug = 'users' and project_id = $1`, [
      lab.project.id,
    ])
    await lab.watch(rows[0].id)
    await lab.sql(`alter table users add column secret text default 'hidden'`)
    await lab.sql(`insert into users (email) values ('a@example.com')`)
    await lab.sql(`delete from users`)
    const heard = await lab.settle(2)
    expect(heard.map(({ type }) => type)).toEqual(['INSERT', 'DELETE'])
    const fields = ['created_at', 'email', 'full_name', 'id', 'is_active', 'phone', 'updated_at']
    for (const change of heard) {
      expect(Object.keys(change.record).toSorted()).toEqual(fields)
      expect(change.payload(true)).not.toContain('hidden')
    }
  })

  test('takes a transaction of many rows in parts, and leaves none out', async () => {
    await lab.sql(`insert into notes (title) select n::text from generate_series(1, 5000) n`)
    const heard = await lab.settle(5000)
    expect(heard.map(({ record }) => record.title)).toEqual(
      Array.from({ length: 5000 }, (_, n) => String(n + 1)),
    )
    expect(new Set(heard.map(({ committed_at }) => committed_at.getTime())).size).toBe(1)
  })

  test('breaks off at a row too large to be kept, and goes on', async () => {
    const breaks: unknown[] = []
    // Those of tables that earlier tests have dropped may come at any time.
    const stop = lab.feed.onBreak((id) => id === notes && breaks.push(id))
    await lab.sql(`insert into notes (title, body) values ('huge', repeat('x', 9 * 1024 * 1024))`)
    await lab.sql(`insert into notes (title) values ('small')`)
    await lab.settle(1)
    stop()
    expect(brief(lab.heard, 'title')).toEqual(['INSERT small'])
    expect(breaks).toEqual([notes])
    await lab.sql(`delete from notes where title = 'huge'`)
  })

  test('goes on when a whole project is dropped', async () => {
    const project = await lab.app.createProject('Doomed')
    const { data } = await lab.app.api('POST', `/projects/${project.id}/tables`, {
      token: project.token,
      body: { name: 'notes', columns: [TITLE] },
    })
    await lab.feed.watch({ id: project.id, cluster: 'main' } as never, data.id)
    await lab.app.api('POST', '/data/notes', { key: project.secret, body: { title: 'theirs' } })
    await lab.app.api('DELETE', `/projects/${project.id}`, { token: project.token })
    await lab.app.platform.jobs.drain()
    await post({ title: 'ours' })
    const heard = await lab.settle(2)
    expect(heard.map(({ project_id, record }) => [project_id, record.title])).toEqual([
      [project.id, 'theirs'],
      [lab.project.id, 'ours'],
    ])
  })
})

/** looked waits until whoever polls the outbox has done so again a few times; where the log is read nobody does. */
async function looked(lab: Lab): Promise<void> {
  if (lab.app.platform.changes.states()[0]?.capture !== 'outbox') return
  for (let times = 0; times < 3; times++) {
    const { rows } = await lab.sql('select clock_timestamp()::text as at')
    const isAtWork = async () => {
      const { rowCount } = await lab.sql(
        `select from pg_stat_activity where query ~ 'pg_current_snapshot|change_outbox_id_seq' and query_start > $1
         and datname = current_database() and pid <> pg_backend_pid()`,
        [rows[0].at],
      )
      return rowCount
    }
    await expect.poll(isAtWork, { interval: 5 }).toBe(1)
  }
}
