// What capturing live changes costs those who write, how soon changes are heard, and how fast a backlog is read.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type ClusterFeeds, openChangeFeeds } from '../../server/src/platform/changes/change-feeds.ts'
import type { Change } from '../../server/src/platform/changes/feed/change-feed.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import type { ProjectRecord } from '../../server/src/platform/credentials/actor.ts'
import { Clusters } from '../../server/src/platform/db/clusters/clusters.ts'
import { createLog } from '../../server/src/platform/log/log.ts'
import type { Orders } from './capture-writers.ts'
import { addProject, addTable, signUp } from './lab/client.ts'
import { median, percentile, short, tellFigure, tellNote } from './lab/figures.ts'
import { type Lab, openLab } from './lab/lab.ts'
import { openLabCluster } from './lab/lab-cluster.ts'

const WRITERS = 8
const ROUNDS = 3
const SINGLE = 1000
const BACKLOG = 200_000
const PER_TRANSACTION = 10
const KINDS = ['insert', 'update'] as const

interface Stage {
  readonly lab: Lab
  readonly clusters: Clusters
  readonly project: ProjectRecord
  readonly tableId: string
  /** table is what PostgreSQL calls it. */
  readonly table: string
  readonly admin: pg.Pool
}

/** benchCapture measures a table that nobody watches, one that is read from the log, and one with an outbox. */
export async function benchCapture(seconds = 3): Promise<void> {
  const lab = await openLab()
  const log = createLog('error')
  const main = await openLabCluster(lab, log, 1)
  try {
    const account = await signUp(() => lab.msingi.base)
    const id = await addProject(account)
    const tableId = await addTable(account, id)
    const project = { id, cluster: 'main' } as ProjectRecord
    const table = `p_${id.replaceAll('-', '')}.products`
    const stage = { lab, clusters: new Clusters([main]), project, tableId, table, admin: main.admin }
    // The server itself would take turns with us.
    await lab.msingi.stop()
    await main.admin.query(
      `insert into ${table} (name, price) select 'mine', -n from generate_series(1, ${WRITERS}) n;
       create index on ${table} (price) where price < 0`,
    )
    await compareWriters(stage, seconds)
    await measureDelay(stage)
    await measureBacklog(stage)
  } finally {
    await main.close()
    await lab.stop()
  }
}

async function withFeeds<T>(
  { clusters, project, tableId }: Stage,
  capture: 'auto' | 'outbox',
  work: (feeds: ClusterFeeds) => Promise<T>,
): Promise<T> {
  const log = createLog('error')
  const feeds = await openChangeFeeds({ clusters, clock: systemClock, log, capture, retention: 120 })
  try {
    await feeds.of(project).watch(project, tableId)
    const result = await work(feeds)
    await feeds.of(project).unwatch(project, tableId)
    return result
  } finally {
    await feeds.close()
  }
}

async function compareWriters(stage: Stage, seconds: number): Promise<void> {
  const rates = new Map<string, number[]>()
  const measure = async (way: string) => {
    for (const kind of KINDS) {
      const rows = await runWriters(stage, kind, seconds)
      const name = `${kind}, ${way}`
      rates.set(name, [...(rates.get(name) ?? []), rows / seconds])
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    await measure('not watched')
    await withFeeds(stage, 'auto', () => measure('log'))
    await withFeeds(stage, 'outbox', () => measure('outbox'))
  }
  for (const kind of KINDS) {
    const base = median(rates.get(`${kind}, not watched`) ?? [])
    const [log, outbox] = ['log', 'outbox'].map((way) => median(rates.get(`${kind}, ${way}`) ?? []))
    tellFigure(`${kind}, read from the log`, Number(log) / base, 'of not watched', { min: 0.75 })
    tellNote(
      `${short(base)} transactions a second not watched, ${short(Number(log))} with the log, ${short(Number(outbox))} with the outbox (${short(Number(outbox) / base)})`,
    )
  }
}

function runWriters(stage: Stage, kind: Orders['kind'], seconds: number): Promise<number> {
  const child = fork(fileURLToPath(new URL('./capture-writers.ts', import.meta.url)))
  const orders = { connection: stage.lab.connection, table: stage.table, kind, writers: WRITERS, seconds }
  child.send(orders satisfies Orders)
  return new Promise((resolve, reject) => {
    child.once('message', (rows) => resolve(rows as number))
    child.once('exit', (code) => reject(new Error(`the writers ended with code ${code}`)))
  })
}

async function measureDelay(stage: Stage): Promise<void> {
  for (const capture of ['auto', 'outbox'] as const) {
    const client = new pg.Client(stage.lab.connection)
    await client.connect()
    const delays = await withFeeds(stage, capture, async (feeds) => {
      let hear: (at: number) => void = () => {}
      feeds.listen(() => hear(performance.now()))
      const delays: number[] = []
      for (let n = 0; n < SINGLE; n++) {
        const heard = new Promise<number>((resolve) => {
          hear = resolve
        })
        await client.query(`insert into ${stage.table} (name, price) values ('one', 1)`)
        const answered = performance.now()
        // Often the change is heard before the writer has its answer.
        delays.push(Math.max(0, (await heard) - answered))
      }
      return Float64Array.from(delays)
    })
    await client.end()
    const name =
      capture === 'auto' ? 'heard after the commit, log, p99' : 'heard after the commit, outbox, p99'
    tellFigure(name, percentile(delays, 0.99), 'ms', { max: capture === 'auto' ? 5 : 100 })
    tellNote(`p50 ${short(percentile(delays, 0.5))} ms`)
  }
}

async function measureBacklog(stage: Stage): Promise<void> {
  const { clusters, project, tableId, table, admin } = stage
  const options = { clusters, clock: systemClock, log: createLog('error'), retention: 120 }
  const first = await openChangeFeeds({ ...options, capture: 'auto' })
  await first.of(project).watch(project, tableId)
  await first.close()
  await admin.query(`do $$ begin for i in 1..${BACKLOG / PER_TRANSACTION} loop
    insert into ${table} (name, price, note) select 'backlog', n, 'A note of ordinary length.'
      from generate_series(1, ${PER_TRANSACTION}) n; commit; end loop; end $$`)
  const started = performance.now()
  const processor = process.cpuUsage()
  const feeds = await openChangeFeeds({ ...options, capture: 'auto' })
  let count = 0
  let bytes = 0
  feeds.listen((changes: readonly Change[]) => {
    count += changes.length
    for (const change of changes) bytes += change.payload(true).length
  })
  await feeds.ready()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(processor)
  await feeds.of(project).unwatch(project, tableId)
  await feeds.close()
  if (count !== BACKLOG) throw new Error(`heard ${count} of ${BACKLOG} changes`)
  tellFigure('backlog, changes read a second', count / seconds, 'a second', { min: 50_000 })
  tellNote(
    `${short(bytes / 1e6)} MB of events; ${short(count / ((user + system) / 1e6))} changes a second of our processor time`,
  )
}
