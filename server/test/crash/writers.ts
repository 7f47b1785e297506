// Writers that go on while servers die under them. Each repeats what it does not know to be done, and what was done
// is not done twice: so the table says at the end which events there must have been.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Site } from './site.ts'

/** Writing is several writers at work. */
export interface Writing {
  /** failed rejects where one has failed, and else never settles. */
  readonly failed: Promise<never>
  /** stop has each finish what it is at. */
  stop(): Promise<void>
}

// A load, not a flood: what is tested is that nothing is lost, on however slow a machine.
const PACE_MS = 25
const RETRY_MS = 50

/** tableOf is the table's name to PostgreSQL. */
export function tableOf({ project }: Site): string {
  return `p_${project.id.replaceAll('-', '')}.entries`
}

/** startWriting begins with two writers through the API and two straight in the database. */
export function startWriting(site: Site, connect: () => Promise<pg.Client>): Writing {
  const halt = new AbortController()
  const table = tableOf(site)
  const work = Promise.all([
    ...['api 1', 'api 2'].map((name) => writeByApi(site, name, halt.signal)),
    ...['sql 1', 'sql 2'].map((name) => writeBySql(connect, table, name, halt.signal)),
  ])
  const failed = work.then(() => new Promise<never>(() => {}))
  // Also before anybody asks.
  failed.catch(() => {})
  return {
    failed,
    stop: async () => {
      halt.abort()
      await work
    },
  }
}

async function writeByApi(site: Site, writer: string, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    const body = { writer, number, version: 0 }
    const headers = { 'idempotency-key': `${writer} ${number}` }
    const { id } = await insist(site, [201], 'POST', '/data/entries', { body, headers })
    if (number % 3 === 0) await update(site, id)
    if (number % 4 === 0) await insist(site, [204, 404], 'DELETE', `/data/entries/${id}`)
    await pause(PACE_MS)
  }
}

// An update whose answer was lost may have been done: then it is not done again.
async function update(site: Site, id: string): Promise<void> {
  for (;;) {
    const row = await insist(site, [200], 'GET', `/data/entries/${id}`)
    if (row.version === 1) return
    const answer = await site
      .call('PATCH', `/data/entries/${id}`, { body: { version: 1 } })
      .catch(() => undefined)
    if (answer?.status === 200) return
    await pause(RETRY_MS)
  }
}

async function insist(site: Site, wanted: number[], ...request: Parameters<Site['call']>) {
  for (;;) {
    const answer = await site.call(...request).catch(() => undefined)
    if (answer !== undefined && wanted.includes(answer.status)) return answer.data
    if (answer !== undefined && answer.status < 500 && answer.status !== 409)
      throw new Error(`${request[0]} ${request[1]} was answered ${answer.status}`)
    await pause(RETRY_MS)
  }
}

/** Step is a transaction that may be repeated as a whole. */
interface Step {
  readonly ids: readonly string[]
  readonly first: number
  readonly updates: string | undefined
  readonly deletes: string | undefined
}

async function writeBySql(
  connect: () => Promise<pg.Client>,
  table: string,
  writer: string,
  signal: AbortSignal,
): Promise<void> {
  let client: pg.Client | undefined
  let written: string[] = []
  for (let [step, first] = [0, 0]; !signal.aborted; step++) {
    const ids = Array.from({ length: 1 + (step % 5) }, () => randomUUID())
    const [updates, deletes] = [written[0], step % 4 === 0 ? written[1] : undefined]
    for (let done = false; !done; ) {
      try {
        client ??= await connect()
        await commit(client, table, writer, { ids, first, updates, deletes })
        done = true
      } catch (error) {
        if (!isOutage(error)) throw error
        client?.end().catch(() => {})
        client = undefined
        await pause(RETRY_MS)
      }
    }
    first += ids.length
    written = ids
    await pause(PACE_MS)
  }
  await client?.end()
}

async function commit(client: pg.Client, table: string, writer: string, step: Step): Promise<void> {
  if (step.first % 4 === 0) {
    await client.query('begin')
    await client.query(`insert into ${table} (writer, number, version) values ('nobody', 0, 0)`)
    await client.query('rollback')
  }
  await client.query('begin')
  // Held until after the commit, the lock makes `place` the order of commits.
  await client.query('select pg_advisory_xact_lock(1)')
  await client.query(
    `insert into ${table} (id, writer, number, version, place)
     select id, $2, $3::int + nth - 1, 0, (select coalesce(max(place), 0) from ${table}) + nth
     from unnest($1::uuid[]) with ordinality as given (id, nth)
     on conflict (id) do nothing`,
    [step.ids, writer, step.first],
  )
  await client.query(`update ${table} set version = 1 where id = $1 and version = 0`, [step.updates])
  await client.query(`update ${table} set deleted_at = now() where id = $1 and deleted_at is null`, [
    step.deletes,
  ])
  await client.query('commit')
}

// A statement that PostgreSQL refuses is a mistake of the test; anything else is a server that is away.
function isOutage(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true
  return /^(?:57P|08)/.test(error.code ?? '')
}
