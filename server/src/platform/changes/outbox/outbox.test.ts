// What only the capture by triggers must see to.
import { expect, test } from 'vitest'
import { brief, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { ClusterFeed } from '#platform/changes/cluster-feed.ts'
import { startReader } from '#platform/changes/readers.fixture.ts'

const TITLE = { name: 'title', data_type: 'text' }

test('nobody can note in the outbox what they could not do', async () => {
  const lab = await openLab('outbox')
  try {
    await lab.addTable('notes', [TITLE])
    const other = await lab.app.createProject('Other')
    const table = `'${lab.schema}.notes'::regclass`
    const note = (role: string, ...values: string[]) =>
      lab.sql(`begin; set local role ${role}; select msingi.note_change(${values.join(', ')}); commit`)
    const refused = async (role: string, ...values: string[]) => {
      await expect(note(role, ...values)).rejects.toMatchObject({ code: '42501' })
      await lab.sql('rollback')
    }
    const [own, foreign] = [`${lab.schema}_data`, `p_${other.id.replaceAll('-', '')}_data`]
    const oid = String((await lab.sql(`select ${table}::oid::int as oid`)).rows[0].oid)
    await refused(foreign, oid, `'I'`, `'{"title": "forged"}'`, 'null')
    await refused(own, oid, `'W'`, `'{"title": "forged"}'`, 'null')
    await refused(own, oid, `'I'`, `'[]'`, 'null')
    await refused(own, `0`, `'I'`, `'{}'`, 'null')
    await expect(lab.sql(`set role ${own}; select from msingi.change_outbox`)).rejects.toMatchObject({
      code: '42501',
    })
    await lab.sql(`reset role; insert into notes (title) values ('true')`)
    expect(brief(await lab.settle(1), 'title')).toEqual(['INSERT true'])
  } finally {
    await lab.stop()
  }
})

test('a project neither sees nor drops the triggers that note its changes', async () => {
  const lab = await openLab('outbox')
  try {
    await lab.addTable('notes', [TITLE])
    const path = `/projects/${lab.project.id}/schema`
    const { token } = lab.project
    expect((await lab.app.api('GET', `${path}/triggers`, { token })).data).toEqual([])
    const { rows } = await lab.sql(`select tgname from pg_trigger where tgrelid = 'notes'::regclass`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { tgname } of rows) {
      const removed = await lab.app.api('DELETE', `${path}/triggers/notes.${tgname}`, { token })
      expect(removed.status).toBe(404)
      const body = { sql: `drop trigger "${tgname}" on notes` }
      const dropped = await lab.app.api('POST', `${path}/exec-ddl`, { token, body })
      expect(dropped.status).toBeGreaterThanOrEqual(400)
    }
    await lab.sql(`insert into notes (title) values ('heard')`)
    expect(brief(await lab.settle(1), 'title')).toEqual(['INSERT heard'])
  } finally {
    await lab.stop()
  }
})

test('what was never committed to the outbox is not counted as still to be read', async () => {
  const lab = await openLab('outbox')
  try {
    await lab.addTable('notes', [TITLE])
    const client = await lab.connect()
    await client.query('begin')
    await client.query(`insert into notes (title) select n::text from generate_series(1, 100) n`)
    await client.query('rollback')
    const { capture } = lab.feed as ClusterFeed
    await expect.poll(() => capture.behind(), { timeout: 45_000 }).toBe(0)
  } finally {
    await lab.stop()
  }
})

test('is read to its end before tables are looked for that have been dropped', async () => {
  const lab = await openLab('outbox')
  try {
    const [held, dropped] = [await lab.addTable('held', [TITLE]), await lab.addTable('dropped', [TITLE])]
    // Where the outbox itself says no more that these are watched.
    await expect
      .poll(async () => {
        lab.app.clock.advance(40)
        return (await lab.sql('select from msingi.change_outbox')).rowCount
      })
      .toBe(0)
    await lab.app.platform.changes.close()
    const writer = await lab.connect()
    await lab.sql(`insert into dropped (title) values ('first')`)
    // Nothing is read before it ends: it could still write in front of what is there.
    await writer.query(`begin; insert into held (title) values ('open')`)
    await lab.sql(`insert into dropped (title) values ('last')`)
    await lab.sql('drop table dropped')
    const reader = await startReader(lab, 'outbox')
    try {
      // Each look at the transactions that still write is followed by one at what else is to be done.
      for (let looks = 0; looks < 3; looks++) await nextLook(lab)
      expect(reader.heard).toEqual([])
      await writer.query('commit')
      await reader.feeds.ready()
      expect(reader.heard.map(({ table_id, record }) => [table_id, record.title])).toEqual([
        [dropped, 'first'],
        [held, 'open'],
        [dropped, 'last'],
      ])
    } finally {
      await reader.stop()
    }
  } finally {
    await lab.stop()
  }
})

/** nextLook waits until a reader has asked once more which transactions still write into the outbox. */
async function nextLook(lab: Lab): Promise<void> {
  const { rows } = await lab.sql('select clock_timestamp()::text as at')
  const looks = async () => {
    const { rowCount } = await lab.sql(
      `select from pg_stat_activity where query ~ 'from pg_locks' and query_start > $1
       and datname = current_database() and pid <> pg_backend_pid()`,
      [rows[0].at],
    )
    return rowCount
  }
  await expect.poll(looks, { interval: 5 }).toBeGreaterThan(0)
}
