// Kills the server time after time while row events call a function that fails at times, and compares what the function has
// received with what was committed, and what it never handled with the failed jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRandom } from '#modules/simulators/faults.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { tableOf } from '#test/crash/writers.ts'
import { countPendingDeliveries, hurryUntil, openHurry } from '#test/webhooks/hurry.ts'
import { VERSIONS, writeRows } from '#test/webhooks/writing.ts'

/** TriggerDrill says what is killed how often. */
export interface TriggerDrill {
  /** settings are those of the server. */
  readonly settings: Record<string, string>
  /** connection is how to log in to its database as its superuser. */
  readonly connection: pg.ClientConfig
  readonly rows: number
  readonly kills: number
  readonly seed: number
}

/** TriggerVerdict is what came of it. All but `kills`, `events`, `calls` and `refused` should be 0. */
export interface TriggerVerdict {
  readonly kills: number
  readonly events: number
  readonly calls: number
  /** refused are events that the function never handles. */
  readonly refused: number
  /** missing are events that the function has not received. */
  readonly missing: number
  /** repeated are events that came again under another id. */
  readonly repeated: number
  /** unlisted are refused events that are not among the failed jobs. */
  readonly unlisted: number
  /** given_up are failed jobs of events that the function would have handled. */
  readonly given_up: number
  /** unsettled are deliveries that are neither delivered nor failed. */
  readonly unsettled: number
}

const REFUSED = 3
const EVERY = 10

// It notes each call, refuses the rows of one number in ten for good, and those of one in three once.
const CODE = `export default { async fetch(request, env) {
  const { id, data } = await request.json()
  const { number, version } = data.record
  const calls = await env.service.from('calls').eq('event', id).count()
  await env.service.from('calls').insert({ event: id, number, version })
  if (number % ${EVERY} === ${REFUSED}) throw new Error('not this one')
  return new Response(null, { status: calls === 0 && number % 3 === 1 ? 503 : 204 })
} }`

/** drillTriggers does so. It throws where nothing arrives for long. */
export async function drillTriggers(drill: TriggerDrill): Promise<TriggerVerdict> {
  const random = createRandom(drill.seed)
  const site = await openSite(drill.settings)
  const client = new pg.Client(drill.connection)
  await client.connect()
  try {
    const hurry = await openHurry(client, drill.connection, drill.settings)
    await listen(site)
    const events = drill.rows * VERSIONS
    const calls = `p_${site.project.id.replaceAll('-', '')}.calls`
    const count = async (what: string) =>
      (await client.query(`select count(${what})::int as count from ${calls}`)).rows[0].count
    const writing = writeRows(client, tableOf(site), drill.rows)
    for (let kill = 1; kill <= drill.kills; kill++) {
      const target = (events * kill) / (drill.kills + 1)
      await hurryUntil(
        client,
        hurry,
        () => count('*'),
        async () => (await count('distinct event')) >= target,
      )
      await restart(site, random)
    }
    await writing
    await hurryUntil(
      client,
      hurry,
      () => count('*'),
      async () => (await countPendingDeliveries(client)) === 0 && (await count('distinct event')) >= events,
    )
    // What has failed for good outlives the process that gave it up.
    await restart(site, random)
    return await judge(client, calls, site, { events, kills: drill.kills + 1 })
  } finally {
    await site.stop()
    await client.end()
  }
}

async function listen({ project, manage }: Site): Promise<void> {
  const path = `/projects/${project.id}`
  const columns = [
    { name: 'event', data_type: 'text' },
    { name: 'number', data_type: 'integer' },
    { name: 'version', data_type: 'integer' },
  ]
  await manage('POST', `${path}/tables`, { name: 'calls', columns })
  const { id } = await manage('POST', `${path}/functions`, { name: 'On entries', code: CODE })
  await manage('POST', `${path}/functions/${id}/deploy`, undefined)
  await manage('POST', `${path}/functions/${id}/triggers`, { events: ['row.*:entries'] })
}

async function restart(site: Site, random: () => number): Promise<void> {
  await site.kill()
  await sleep(Math.floor(random() * 300))
  await site.start()
}

async function judge(
  client: pg.Client,
  calls: string,
  { project, manage }: Site,
  about: { events: number; kills: number },
): Promise<TriggerVerdict> {
  const received = await client.query<{ event: string; number: number; version: number; calls: number }>(
    `select event, number, version, count(*)::int as calls from ${calls} group by 1, 2, 3`,
  )
  const deliveries = await client.query<{ id: string; event_id: string; status: string }>(
    `select id, event_id, status from platform.webhook_deliveries where project_id = $1`,
    [project.id],
  )
  const jobs: { id: string; name: string }[] = await manage(
    'GET',
    `/jobs/failed?project_id=${project.id}&limit=1000`,
    undefined,
  )
  const failed = new Set(jobs.filter(({ name }) => name === 'function-event').map(({ id }) => id))
  const listed = new Set(deliveries.rows.filter(({ id }) => failed.has(id)).map(({ event_id }) => event_id))
  const states = new Set(received.rows.map(({ number, version }) => `${number} ${version}`))
  const refused = received.rows.filter(({ number }) => number % EVERY === REFUSED)
  const unlisted = refused.filter(({ event }) => !listed.has(event)).length
  return {
    ...about,
    calls: received.rows.reduce((sum, row) => sum + row.calls, 0),
    refused: refused.length,
    missing: about.events - states.size,
    repeated: received.rows.length - states.size,
    unlisted,
    given_up: failed.size - (refused.length - unlisted),
    unsettled: deliveries.rows.filter(({ status }) => status !== 'delivered' && status !== 'failed').length,
  }
}
