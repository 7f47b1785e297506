// A table that its project keeps busy is waited for by those who want its changes, and by nobody else.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FeedOptions, openChangeFeeds } from '#platform/changes/change-feeds.ts'
import { type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { ClusterFeed } from '#platform/changes/cluster-feed.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'

const TITLE = { name: 'title', data_type: 'text' }
// Tables of other databases may have the same oid.
const HERE = 'database = (select oid from pg_database where datname = current_database())'
const PATIENT = { timeout: 45_000, interval: 20 }
const captures: readonly (readonly [string, CaptureWish])[] = [
  ['log', 'auto'],
  ['outbox', 'outbox'],
]

interface Table {
  readonly project: { id: string; organisation_id: string; cluster: string }
  readonly id: string
  readonly name: string
}

describe.each(captures)('capture by the %s', (_, wish) => {
  let lab: Lab
  let node: Awaited<ReturnType<typeof openNode>>
  let other: Awaited<ReturnType<typeof openNode>>

  /** Another server, as far as the database can tell. */
  async function openNode(more: Partial<FeedOptions> = {}) {
    const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
    const { clock } = lab.app
    const feeds = await openChangeFeeds({
      clusters,
      clock,
      log: quietLog,
      capture: wish,
      retention: 60,
      ...more,
    })
    return {
      feed: feeds.of({ cluster: 'main' }),
      stop: async () => {
        await feeds.close()
        await stop()
      },
    }
  }

  beforeAll(async () => {
    lab = await openLab(wish)
    const notes = await lab.addTable('notes', [TITLE])
    lab.feed.keep(() => [notes])
    // However slow the machine is, nobody gives up.
    node = await openNode({ busyMs: 600_000 })
    other = await openNode({ busyMs: 600_000 })
  })
  afterAll(async () => {
    await Promise.all([node.stop(), other.stop()])
    await lab.stop()
  })

  /** A table of a project of its own; with a whole replica identity, there is nothing left to do but to wait. */
  async function addTable(name: string): Promise<Table> {
    const project = await lab.app.createProject(name)
    const body = { name: 'notes', columns: [TITLE] }
    const { data } = await lab.app.api('POST', `/projects/${project.id}/tables`, {
      token: project.token,
      body,
    })
    const table = `p_${project.id.replaceAll('-', '')}.notes`
    await lab.sql(`alter table ${table} replica identity full`)
    return {
      project: { id: project.id, organisation_id: project.id, cluster: 'main' },
      id: data.id,
      name: table,
    }
  }

  const watch = (feed: ClusterFeed, { project, id }: Table) => feed.watch(project as never, id)

  async function keepBusy({ name }: Table): Promise<pg.Client> {
    const client = await lab.connect()
    await client.query(`begin; insert into ${name} (title) values ('not committed yet')`)
    return client
  }

  const waits = async (tables: readonly Table[]) => {
    const names = tables.map(({ name }) => name)
    const { rows } = await lab.sql(
      `select distinct relation from pg_locks where not granted and relation = any($1::regclass[]) and ${HERE}`,
      [names],
    )
    return rows.length
  }

  /** Has busy tables watched on two nodes, and returns what has come of it so far. */
  function begin(tables: readonly Table[]) {
    const settled: string[] = []
    const feeds = [node.feed, node.feed]
    const watches = tables.flatMap((table) =>
      feeds.map((feed) => {
        const watched = watch(feed, table)
        const note = () => void settled.push(table.name)
        watched.then(note, note)
        return watched
      }),
    )
    return { settled, watches }
  }

  test.each([1, 10])(
    '%d busy tables hold up nobody who wants another one',
    { timeout: 180_000 },
    async (count) => {
      const busy = await Promise.all(Array.from({ length: count }, (_, n) => addTable(`Busy ${n}`)))
      const idle = await Promise.all([1, 2, 3].map((n) => addTable(`Idle ${n}`)))
      const writers = await Promise.all(busy.map(keepBusy))
      const { settled, watches } = begin(busy)
      await vi.waitFor(async () => expect(await waits(busy)).toBeGreaterThan(0), PATIENT)
      for (const table of idle) {
        expect(await watch(node.feed, table)).toBe(true)
        expect(await watch(node.feed, table)).toBe(false)
      }
      expect(settled).toEqual([])
      await Promise.all(writers.map((writer) => writer.query('commit')))
      for (const watched of watches) expect(await watched).toBe(true)
    },
  )

  test('a busy table that nobody wants any more holds up nobody either', async () => {
    const [busy, idle] = await Promise.all([addTable('Busy'), addTable('Idle')])
    await watch(node.feed, busy)
    await lab.sql(`update msingi.watch_leases set wanted_at = '-infinity' where table_id = $1`, [busy.id])
    const owner = await lab.connect()
    await owner.query(`begin; lock table ${busy.name} in access exclusive mode`)
    const done: string[] = []
    const ends = Array.from({ length: 20 }, () => node.feed.tend())
      .at(-1)
      ?.then(() => done.push('ended'))
    expect(await watch(node.feed, idle)).toBe(true)
    done.push('watched')
    await owner.query('rollback')
    await ends
    await vi.waitFor(async () => {
      await node.feed.tend()
      const { rows } = await lab.sql('select from msingi.watch_leases where table_id = $1', [busy.id])
      expect(rows).toEqual([])
    }, PATIENT)
    expect(done).toContain('watched')
  })

  test('all who want a busy table on a node wait for one attempt', async () => {
    const table = await addTable('Wanted')
    const writer = await keepBusy(table)
    const { feed } = node
    const watches = Array.from({ length: 200 }, () => watch(feed, table))
    await vi.waitFor(async () => expect(await waits([table])).toBe(1), PATIENT)
    const { rows } = await lab.sql(
      `select count(*)::int as n from pg_locks where not granted and relation = $1::regclass and ${HERE}`,
      [table.name],
    )
    expect(rows[0].n).toBeLessThanOrEqual(1)
    await writer.query('commit')
    expect(new Set(await Promise.all(watches))).toEqual(new Set([true]))
  })

  test('who waits in vain is told which table is busy, and what to do', async () => {
    const table = await addTable('Stuck')
    const writer = await keepBusy(table)
    const impatient = await openNode({ busyMs: 200 })
    await expect(watch(impatient.feed, table)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The table notes is busy: .* End that transaction, or try again/),
      headers: { 'retry-after': '5' },
    })
    await writer.query('commit')
    expect(await watch(impatient.feed, table)).toBe(true)
    await impatient.stop()
  })

  test('a table that is written all the time is captured all the same', async () => {
    const table = await addTable('Hot')
    let stopped = false
    const writers = Array.from({ length: 4 }, async (_, n) => {
      const client = await lab.connect()
      while (!stopped) await client.query(`begin; insert into ${table.name} (title) values ('${n}'); commit`)
    })
    expect(await watch(node.feed, table)).toBe(true)
    stopped = true
    await Promise.all(writers)
  })
})

test('while the first slot waits for a long transaction, nobody else waits', async () => {
  const lab = await openLab('auto')
  const client = await lab.connect()
  try {
    const ids = []
    for (let n = 0; n < 10; n++) ids.push(await lab.addTable(`notes_${n}`, [TITLE], false))
    await client.query('begin; select pg_current_xact_id()')
    const settled: unknown[] = []
    const note = (end: unknown) => void settled.push(end)
    const watches = ids.map((id) => lab.watch(id))
    for (const watched of watches) watched.then(note, note)
    const slots = `select from pg_stat_activity where query ilike '%pg_create_logical_replication_slot%'
      and pid <> pg_backend_pid() and state = 'active' and datname = current_database()`
    await vi.waitFor(async () => expect((await lab.sql(slots)).rows).toHaveLength(1), PATIENT)
    for (let n = 0; n < 10; n++)
      expect((await lab.app.api('GET', '/projects', { token: lab.project.token })).status).toBe(200)
    expect(settled).toEqual([])
    await client.query('commit')
    expect(await Promise.all(watches)).toEqual(ids.map(() => true))
  } finally {
    await lab.stop()
  }
})
