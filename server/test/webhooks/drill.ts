// Kills the server time after time while rows change and a receiver fails at random, and compares what has arrived with
// what was committed and with what the server has stored.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSite, type Site } from '#test/crash/site.ts'
import { tableOf } from '#test/crash/writers.ts'
import { countPendingDeliveries, hurryDeliveries } from './hurry.ts'
import { type RandomReceiver, startRandomReceiver } from './receiver.ts'

/** WebhookDrill says what is killed how often. */
export interface WebhookDrill {
  /** settings are those of the server. */
  readonly settings: Record<string, string>
  /** connection is how to log in to its database as its superuser. */
  readonly connection: pg.ClientConfig
  readonly rows: number
  readonly kills: number
  readonly seed: number
}

/** WebhookVerdict is what came of it. All but `events`, `arrivals` and `kills` should be 0. */
export interface WebhookVerdict {
  readonly kills: number
  readonly events: number
  readonly arrivals: number
  /** missing are events that have not arrived at one of the two webhooks. */
  readonly missing: number
  readonly unverified: number
  /** late are requests that were made although the success of their delivery was stored. */
  readonly late: number
  /** disordered are requests about a state of a row that was followed by a newer one already, where order was asked for. */
  readonly disordered: number
  /** undelivered are deliveries that the server takes for failed. */
  readonly undelivered: number
}

const VERSIONS = 3
const BATCH = 10
const ORDERED = '/ordered'
const PLAIN = '/plain'
const PATIENCE_MS = 180_000

/** drillWebhooks does so. It throws where nothing arrives for long. */
export async function drillWebhooks(drill: WebhookDrill): Promise<WebhookVerdict> {
  const random = randomOf(drill.seed)
  const receiver = await startRandomReceiver(random)
  const site = await openSite({ ...drill.settings, MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8' })
  const client = new pg.Client(drill.connection)
  await client.connect()
  try {
    for (const path of [ORDERED, PLAIN]) {
      const body = {
        name: path,
        url: receiver.url + path,
        events: ['row.*:entries'],
        ordered: path === ORDERED,
      }
      const made = await site.manage('POST', `/projects/${site.project.id}/webhooks`, body)
      receiver.trust(path, made.secret)
    }
    const writing = write(client, tableOf(site), drill.rows)
    const events = drill.rows * VERSIONS
    for (let kill = 1; kill <= drill.kills; kill++) {
      const target = (events * 2 * kill) / (drill.kills + 1)
      await waitFor(client, receiver, () => countArrived(receiver) >= target)
      await site.kill()
      await sleep(Math.floor(random() * 300))
      await site.start()
    }
    await writing
    await waitFor(
      client,
      receiver,
      async () => (await countPendingDeliveries(client)) === 0 && countArrived(receiver) >= events * 2,
    )
    return await judge(client, receiver, site, { events, kills: drill.kills })
  } finally {
    await site.stop()
    await client.end()
    await receiver.stop()
  }
}

async function write(client: pg.Client, table: string, rows: number): Promise<void> {
  for (let number = 0; number < rows; number += BATCH) {
    const range = [number, Math.min(number + BATCH, rows) - 1]
    await client.query(
      `insert into ${table} (writer, number, version) select 'drill', n, 0 from generate_series($1::int, $2::int) n`,
      range,
    )
    for (let version = 1; version < VERSIONS; version++)
      await client.query(`update ${table} set version = $3 where number between $1 and $2`, [
        ...range,
        version,
      ])
    await sleep(5)
  }
}

async function waitFor(client: pg.Client, receiver: RandomReceiver, check: () => boolean | Promise<boolean>) {
  let known = 0
  let end = performance.now() + PATIENCE_MS
  while (!(await check())) {
    if (receiver.arrivals.length > known) end = performance.now() + PATIENCE_MS
    known = receiver.arrivals.length
    if (performance.now() > end) throw new Error(`nothing arrives: ${await describe(client)}`)
    await hurryDeliveries(client)
    await sleep(100)
  }
}

function countArrived({ arrivals }: RandomReceiver): number {
  return new Set(arrivals.map(({ id, path }) => path + id)).size
}

async function judge(
  client: pg.Client,
  { arrivals, unverified }: RandomReceiver,
  site: Site,
  about: { events: number; kills: number },
): Promise<WebhookVerdict> {
  const { rows } = await client.query(
    `select w.name as path, d.event_id as id, d.status, d.finished_at
     from platform.webhook_deliveries d join platform.webhooks w on w.id = d.webhook_id where d.project_id = $1`,
    [site.project.id],
  )
  const finished = new Map(rows.map(({ path, id, finished_at }) => [path + id, finished_at?.getTime()]))
  const latest = new Map<string, number>()
  let disordered = 0
  for (const { path, row, version } of arrivals) {
    if (path !== ORDERED) continue
    if (version < (latest.get(row) ?? 0)) disordered += 1
    latest.set(row, Math.max(version, latest.get(row) ?? 0))
  }
  const arrived = new Set(arrivals.map(({ id, path }) => path + id))
  return {
    ...about,
    arrivals: arrivals.length,
    missing: 2 * about.events - arrived.size,
    unverified: unverified(),
    late: arrivals.filter(({ id, path, at }) => at > (finished.get(path + id) ?? 0)).length,
    disordered,
    undelivered: rows.filter(({ status }) => status !== 'delivered').length,
  }
}

async function describe(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select (select json_agg(q) from platform.webhook_queues q) as queues,
       (select json_agg(b) from platform.change_backlogs b) as backlogs,
       (select json_agg(d) from (select status, claim is null as free, attempt_at, count(*)
         from platform.webhook_deliveries group by 1, 2, 3 order by 4 desc limit 20) d) as deliveries`,
  )
  return JSON.stringify(rows[0])
}

// mulberry32: the same numbers for the same seed.
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
