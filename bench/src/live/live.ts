// Live changes: from commit to subscriber, how many deliveries a second of processor time makes, what a connection
// costs, and what it costs to decide who may receive an event.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type BenchProject, createProject, product, signUp } from '../lab/client.ts'
import { megabytes, short, tellFigure, tellNote } from '../lab/figures.ts'
import { collectedHeap } from '../lab/heap.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { cpuOf } from '../lab/proc.ts'
import { type Commits, MARKED } from './live-commits.ts'
import { decisionCost } from './live-decisions.ts'

const SECONDS = 6
const WRITES_A_SECOND = 20
const BULK = 250
// So many transactions are under way to the subscribers at once: with more, they would be disconnected as too slow.
const AHEAD = 3
const POLL_MS = 5
// About what a change of the benches' table comes to.
const MESSAGE_BYTES = 500
// What is under way when the writing ends arrives within it.
const SETTLE_MS = 1500

interface Tally {
  readonly messages: number
  readonly delays: readonly number[]
}

/** benchLive measures with so many connections at most. */
export async function benchLive(most = 10_000): Promise<void> {
  tellFigure('decision, owner, 10,000 users', decisionCost(10_000), 'µs an event', { max: 25 })
  const lab = await openLab()
  const clients = fork(fileURLToPath(new URL('./live-clients.ts', import.meta.url)))
  try {
    const bare = await measureBare(clients)
    const project = await createProject(await signUp(() => lab.msingi.base))
    let last: CallerGroup | undefined
    for (const count of [1000, 5000, 10_000].filter((one) => one <= most)) {
      last = await measure(lab, project, clients, count, bare, last)
    }
  } finally {
    clients.kill()
    await lab.stop()
  }
}

interface Bare {
  readonly p99: number
  readonly perSecond: number
}

/** measureBare returns what the same costs where nothing is done but writing to sockets. */
async function measureBare(clients: ChildProcess): Promise<Bare> {
  const bare = fork(fileURLToPath(new URL('./live-bare.ts', import.meta.url)))
  try {
    const [port] = await once(bare, 'message')
    clients.send({ port, token: '', count: 1000, named: false })
    await once(clients, 'message')
    const run = async (rounds: number, everyMs: number) => {
      await take(clients)
      bare.send({ rounds, everyMs, bytes: MESSAGE_BYTES })
      const [cpuSeconds] = await once(bare, 'message')
      await sleep(SETTLE_MS)
      return { tally: await take(clients), cpuSeconds: Number(cpuSeconds) }
    }
    const calm = quantiles((await run(SECONDS * WRITES_A_SECOND, 1000 / WRITES_A_SECOND)).tally.delays)
    const { tally, cpuSeconds } = await run(SECONDS * WRITES_A_SECOND, 0)
    console.log('  bare: one buffer to 1000 plain sockets')
    tellNote(`${WRITES_A_SECOND}/s: p50 ${calm.p50} ms, p99 ${calm.p99} ms`)
    const perSecond = tally.messages / cpuSeconds
    tellNote(`one by one: ${short(perSecond / 1000)} thousand a second of processor time`)
    return { p99: calm.p99, perSecond }
  } finally {
    bare.kill()
  }
}

interface CallerGroup {
  readonly count: number
  /** heap is how many bytes of it the server uses with that many connections open. */
  readonly heap: number
}

async function measure(
  lab: Lab,
  project: BenchProject,
  clients: ChildProcess,
  count: number,
  bare: Bare,
  last: CallerGroup | undefined,
): Promise<CallerGroup> {
  console.log(`  ${count} subscribers`)
  const opening = await open(lab, project, clients, count, false)
  tellNote(`opened at ${short((count / opening) * 1000)} a second`)
  let commits: Commits = []
  const pace = async () => {
    commits = await paced(lab, project)
    return commits.length
  }
  const calm = await during(lab, clients, pace)
  const heap = await collectedHeap(lab.msingi)
  // The first thousand bring along what the server needs anyway, once it is at work.
  if (last !== undefined) {
    const each = (heap - last.heap) / (count - last.count) / 1024
    tellFigure('heap of one connection more', each, 'KB', { max: 15 })
  }
  tellNote(`heap in use ${megabytes(heap)}`)
  const { p50, p99 } = await sinceCommit(clients, commits)
  // The design names a target for a thousand. Ten thousand are 200,000 deliveries a second.
  const name = `commit → subscriber, ${WRITES_A_SECOND}/s, p99`
  if (count === 1000) tellFigure(name, p99, 'ms', { max: 20 })
  else tellNote(`${name} ${short(p99)} ms`)
  if (count === 1000) tellNote(`${short(p99 / bare.p99)} of the bare p99`)
  tellNote(`p50 ${short(p50)} ms; ${calm.tally.messages} of ${calm.written * count} delivered`)
  const written = quantiles(calm.tally.delays)
  tellNote(`with the wait for the disk before it: p50 ${written.p50} ms, p99 ${written.p99} ms`)
  const hurry = (rows: number) =>
    during(lab, clients, (arrived) => hurried(lab, project, { rows, count, arrived }))
  const single = await hurry(1)
  tell('delivered one by one', single, count, 100_000)
  tellNote(`${short(single.tally.messages / single.cpuSeconds / bare.perSecond)} of bare`)
  await open(lab, project, clients, count, true)
  tell('delivered in batches', await hurry(BULK), count, 900_000)
  return { count, heap }
}

interface Run {
  readonly tally: Tally
  readonly written: number
  readonly cpuSeconds: number
}

function tell(name: string, { tally, written, cpuSeconds }: Run, count: number, target: number): void {
  const perSecond = tally.messages / cpuSeconds
  tellFigure(name, perSecond / 1000, 'thousand a second of processor time', { min: target / 1000 })
  const { p50, p99 } = quantiles(tally.delays)
  tellNote(`${tally.messages} of ${written * count} delivered; p50 ${p50} ms, p99 ${p99} ms`)
}

async function open(lab: Lab, project: BenchProject, clients: ChildProcess, count: number, named: boolean) {
  const { base } = lab.msingi
  const answer = await fetch(`${base}/api/v1/projects/${project.id}/realtime/connect?table=products`, {
    method: 'POST',
    headers: { 'x-platform-api-key': project.key },
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  const started = performance.now()
  clients.send({ port: Number(new URL(base).port), token: data.token, count, named })
  await once(clients, 'message')
  return performance.now() - started
}

/** Arrived returns how many messages have arrived so far. */
type Arrived = () => Promise<number>

async function during(
  lab: Lab,
  clients: ChildProcess,
  write: (arrived: Arrived) => Promise<number>,
): Promise<Run> {
  await take(clients)
  const before = cpuOf(lab.msingi.pid) ?? Number.NaN
  let tally: Tally = { messages: 0, delays: [] }
  const arrived = async () => {
    tally = sum(tally, await take(clients))
    return tally.messages
  }
  const written = await write(arrived)
  for (let last = -1; last < tally.messages; await arrived()) {
    last = tally.messages
    await sleep(SETTLE_MS)
  }
  return { tally, written, cpuSeconds: ((cpuOf(lab.msingi.pid) ?? Number.NaN) - before) / 1e6 }
}

function sum(one: Tally, other: Tally): Tally {
  return {
    messages: one.messages + other.messages,
    delays: other.delays.map((n, i) => n + (one.delays[i] ?? 0)),
  }
}

async function take(clients: ChildProcess): Promise<Tally> {
  clients.send('take')
  const [tally] = await once(clients, 'message')
  return tally as Tally
}

async function insert({ msingi }: Lab, { key }: BenchProject, rows: number): Promise<number> {
  const body = rows === 1 ? product(1) : Array.from({ length: rows }, (_, n) => product(n))
  const answer = await fetch(`${msingi.base}/api/v1/data/products`, {
    method: 'POST',
    headers: { 'x-platform-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.ok ? rows : 0
}

// Straight to the database, so that nothing but the commit is waited for.
async function paced(lab: Lab, { table }: BenchProject): Promise<Commits> {
  const writer = new pg.Client(lab.connection)
  await writer.connect()
  const text = `insert into ${table} (name, price, in_stock, note) values ('Product', $1, true, $2)`
  const commits: [number, number][] = []
  try {
    for (let n = 0; n < SECONDS * WRITES_A_SECOND; n++) {
      const next = sleep(1000 / WRITES_A_SECOND)
      await writer.query({ name: 'insert', text, values: [MARKED + n, product(n).note] })
      commits.push([MARKED + n, performance.timeOrigin + performance.now()])
      await next
    }
  } finally {
    await writer.end()
  }
  return commits
}

async function sinceCommit(clients: ChildProcess, commits: Commits): Promise<{ p50: number; p99: number }> {
  clients.send({ commits })
  const [delays] = await once(clients, 'message')
  return delays as { p50: number; p99: number }
}

interface Hurry {
  /** rows are written in each transaction, for `count` subscribers. */
  readonly rows: number
  readonly count: number
  readonly arrived: Arrived
}

// As fast as it is delivered: the server is kept busy by delivering, not by taking writes.
async function hurried(lab: Lab, project: BenchProject, { rows, count, arrived }: Hurry): Promise<number> {
  let written = 0
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    written += await insert(lab, project, rows)
    while (performance.now() < until && written * count - (await arrived()) >= AHEAD * rows * count)
      await sleep(POLL_MS)
  }
  return written
}

function quantiles(delays: readonly number[]): { p50: number; p99: number } {
  const total = delays.reduce((sum, n) => sum + n, 0)
  const at = (share: number) => {
    let seen = 0
    return delays.findIndex((n) => {
      seen += n
      return seen >= total * share
    })
  }
  return { p50: at(0.5), p99: at(0.99) }
}
