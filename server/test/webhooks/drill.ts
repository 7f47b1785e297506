// Kills the server time after time while rows change and a receiver fails at random, and compares what has arrived with
// what was committed and with what the server has stored.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRandom } from '#modules/simulators/faults.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { tableOf } from '#test/crash/writers.ts'
import { countPendingDeliveries, hurryUntil, openHurry } from './hurry.ts'
import { type RandomReceiver, startRandomReceiver } from './receiver.ts'
import { VERSIONS, writeRows } from './writing.ts'

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

const ORDERED = '/ordered'
const PLAIN = '/plain'

/** drillWebhooks does so. It throws where nothing arrives for long. */
export async function drillWebhooks(drill: WebhookDrill): Promise<WebhookVerdict> {
  const random = createRandom(drill.seed)
  const receiver = await startRandomReceiver(random)
  const site = await openSite({ ...drill.settings, MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8' })
  const client = new pg.Client(drill.connection)
  await client.connect()
  try {
    const hurry = await openHurry(client, drill.connection, drill.settings)
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
    const writing = writeRows(client, tableOf(site), drill.rows)
    const events = drill.rows * VERSIONS
    const count = () => receiver.arrivals.length
    for (let kill = 1; kill <= drill.kills; kill++) {
      const target = (events * 2 * kill) / (drill.kills + 1)
      await hurryUntil(client, hurry, count, () => countArrived(receiver) >= target)
      await site.kill()
      await sleep(Math.floor(random() * 300))
      await site.start()
    }
    await writing
    await hurryUntil(
      client,
      hurry,
      count,
      async () => (await countPendingDeliveries(client)) === 0 && countArrived(receiver) >= events * 2,
    )
    return await judge(client, receiver, site, { events, kills: drill.kills })
  } finally {
    await site.stop()
    await client.end()
    await receiver.stop()
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
