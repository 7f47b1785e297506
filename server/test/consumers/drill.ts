// Kills the process that reads and consumes changes, time after time, while many write, and compares what it has consumed
// with what was committed.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startChild } from '#test/child-process.ts'
import type { ConsumerProcess } from './process.ts'

/** DrillOptions say what is killed how often. */
export interface DrillOptions extends ConsumerProcess {
  /** schema is the project's; it has a table `notes`, to which a consumer `audit` has subscribed. */
  readonly schema: string
  readonly kills: number
  readonly seed: number
}

/** DrillResult is what came of it. All but `kills` and `committed` should be 0. */
export interface DrillResult {
  readonly kills: number
  readonly committed: number
  readonly missing: number
  readonly repeated: number
  /** disordered counts changes that came before one of a smaller offset. */
  readonly disordered: number
  readonly gaps: number
}

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url))
const WRITERS = 3
// As much is consumed at least between two kills; how much more is random.
const LEAST = 30
const MOST = 300
const PATIENCE_MS = 120_000

/** drillConsumers does so. It throws where nothing is consumed for long. */
export async function drillConsumers(options: DrillOptions): Promise<DrillResult> {
  const { connection, schema, kills, seed } = options
  const client = new pg.Client({ ...connection, options: `-c search_path=${schema}` })
  await client.connect()
  await client.query(`create table public.consumed (id uuid, title text, "offset" bigint, place bigint generated always as identity);
    create table public.gaps (at timestamptz default clock_timestamp())`)
  const random = randomOf(seed)
  const writing = startWriting(options)
  let child = start(options)
  try {
    for (let n = 0; n < kills; n++) {
      const target = (await countConsumed(client)) + LEAST + Math.floor(random() * MOST)
      await waitFor(client, async () => (await countConsumed(client)) >= target)
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      child = start(options)
    }
    await writing.stop()
    const { rows } = await client.query('select count(*)::int as count from notes')
    await waitFor(client, async () => (await countConsumed(client)) >= rows[0].count)
    await waitFor(
      client,
      async () => (await client.query('select from platform.change_backlogs')).rowCount === 0,
    )
    return { kills, ...(await judge(client)) }
  } finally {
    await writing.stop()
    child.kill('SIGKILL')
    await client.end()
  }
}

async function judge(client: pg.Client): Promise<Omit<DrillResult, 'kills'>> {
  const { rows } = await client.query(`
    select (select count(*)::int from notes) as committed,
      (select count(*)::int from notes n where not exists (select from public.consumed c where c.title = n.title)) as missing,
      (select (count(*) - count(distinct id) + count(*) - count(distinct title))::int from public.consumed) as repeated,
      (select count(*)::int from (
        select "offset" < lag("offset") over (order by place) as is_back from public.consumed) c where is_back) as disordered,
      (select count(*)::int from public.gaps) as gaps`)
  return rows[0]
}

async function countConsumed(client: pg.Client): Promise<number> {
  return (await client.query('select count(*)::int as count from public.consumed')).rows[0].count
}

function start({ connection, capture }: ConsumerProcess): ChildProcess {
  const { host, port, user, password, database } = connection
  const told: ConsumerProcess = { connection: { host, port, user, password, database }, capture }
  const child = startChild(process.execPath, [PROCESS, JSON.stringify(told)])
  child.stdout.resume()
  return child
}

// Each row has a title of its own; some transactions are rolled back.
function startWriting({ connection, schema }: DrillOptions): { stop(): Promise<void> } {
  let going = true
  const work = Array.from({ length: WRITERS }, async (_, writer) => {
    const client = new pg.Client({ ...connection, options: `-c search_path=${schema}` })
    await client.connect()
    for (let n = 0; going; n++) {
      const rows = 1 + (n % 4)
      await client.query('begin')
      await client.query(
        `insert into notes (title) select $1 || '-' || g from generate_series(1, $2::int) g`,
        [`${writer}-${n}`, rows],
      )
      await client.query(n % 7 === 0 ? 'rollback' : 'commit')
      await sleep(2)
    }
    await client.end()
  })
  return {
    stop: async () => {
      going = false
      await Promise.all(work)
    },
  }
}

async function waitFor(client: pg.Client, check: () => Promise<boolean>): Promise<void> {
  let end = performance.now() + PATIENCE_MS
  let known = 0
  while (!(await check())) {
    const consumed = await countConsumed(client)
    if (consumed > known) end = performance.now() + PATIENCE_MS
    known = consumed
    if (performance.now() > end) throw new Error(`nothing is consumed: ${await describe(client)}`)
    await sleep(20)
  }
}

async function describe(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select (select count(*) from notes) as committed, (select count(*) from public.consumed) as consumed,
      (select json_agg(b) from platform.change_backlogs b) as backlogs, (select count(*) from platform.change_inbox) as inbox,
      (select json_agg(m) from platform.change_marks m) as marks, (select json_agg(c) from msingi.change_checkpoint c) as checkpoint,
      (select json_agg(w) from msingi.watched_tables w) as watched, (select count(*) from msingi.change_outbox) as outbox,
      (select json_agg(json_build_object('pid', pid, 'state', state, 'wait', wait_event, 'query', left(query, 120)))
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as activity`)
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
