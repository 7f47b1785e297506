// Thousands of projects in one server: what it costs to make them, to touch each for the first time, and to go from
// one to another at random, against the same load on a single project.
import { addKey, addProducts, addProject, addTable, signUp } from './lab/client.ts'
import { median, megabytes, short, tellFigure, tellNote } from './lab/figures.ts'
import { lowestHeap } from './lab/heap.ts'
import { type Lab, openLab } from './lab/lab.ts'
import { encodeRequest, type Load, type LoadRequest, load } from './lab/load.ts'
import { type PrivateMemory, privateMemory, residentMemory } from './lab/proc.ts'
import { databaseSize } from './lab/statistics.ts'

const PROJECTS = 5000
const CONNECTIONS = 16
const ROWS = 20
const ROUNDS = 3
const SECONDS = 10
const WARM_UP = 20_000
// How many are made at once, and of how many the time is taken one after the other.
const AT_ONCE = 4
const ALONE = 50
const TARGET_RATIO = 2
const TARGET_START = 1.5
const TARGET_BYTES = 1.5e9

/** benchProjects makes so many projects, each with a table, a key and some rows. */
export async function benchProjects(count: number = PROJECTS): Promise<void> {
  const lab = await openLab()
  try {
    // The first start makes the schemas of the server.
    await lab.restart()
    const empty = startOf(lab)
    const requests = await make(lab, count)
    tellNote(`the database takes ${megabytes(await databaseSize(lab.connection))}`)
    // New connections and empty caches: whatever comes first is the first touch.
    await lab.restart()
    const full = startOf(lab)
    await touch(lab, requests)
    tellStarts(count, empty, full, residentMemory(lab.msingi.pid))
    await compare(lab, requests)
  } finally {
    await lab.stop()
  }
}

interface Start {
  readonly milliseconds: number
  readonly memory: number | undefined
}

function startOf({ msingi }: Lab): Start {
  return { milliseconds: msingi.milliseconds, memory: residentMemory(msingi.pid) }
}

function tellStarts(count: number, empty: Start, full: Start, touched: number | undefined): void {
  tellFigure(`a start with ${count} projects`, full.milliseconds / empty.milliseconds, 'of one without', {
    max: TARGET_START,
  })
  tellNote(
    `memory of the server: ${megabytes(empty.memory)} after a start without projects, ${megabytes(full.memory)} with them, ` +
      `${megabytes(touched)} once each has had a request`,
  )
}

/** make returns for each project the requests that get its rows. */
async function make(lab: Lab, count: number): Promise<LoadRequest[][]> {
  const account = await signUp(() => lab.msingi.base)
  const ids = await timed('project', Array(count).fill(undefined), () => addProject(account))
  const keys = await timed('API key', ids, (id) => addKey(account, id))
  await timed('table', ids, (id) => addTable(account, id))
  return timed(`insert of ${ROWS} rows`, keys, async (key) => {
    const rows = await addProducts(lab.msingi.base, key, ROWS)
    return rows.map((row) => encodeRequest('GET', `/api/v1/data/products/${row}`, key))
  })
}

async function timed<In, Out>(
  name: string,
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const alone = Math.min(ALONE, Math.floor(inputs.length / 2))
  const started = performance.now()
  const results = await batch(inputs.slice(0, alone), 1, work)
  const between = performance.now()
  results.push(...(await batch(inputs.slice(alone), AT_ONCE, work)))
  const ended = performance.now()
  const [one, several] = [(between - started) / alone, (ended - between) / (inputs.length - alone)]
  const total = ((ended - started) / 1000).toFixed(0)
  tellNote(
    `${name}: ${short(one)} ms alone, one each ${short(several)} ms with ${AT_ONCE} at once; all in ${total} s`,
  )
  return results
}

async function batch<In, Out>(
  inputs: readonly In[],
  atOnce: number,
  work: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const worker = async () => {
    while (next < inputs.length) {
      const index = next++
      results[index] = await work(inputs[index] as In)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

async function touch(lab: Lab, requests: readonly (readonly LoadRequest[])[]): Promise<void> {
  let project = 0
  const next = () => requests[project++ % requests.length]?.[0] as LoadRequest
  const cold = await run(lab, { amount: requests.length }, next)
  tellNote(
    `first touch of each: p50 ${short(cold.p50)} ms, p99 ${short(cold.p99)} ms, ${short(cold.perSecond)}/s`,
  )
}

async function compare(lab: Lab, requests: readonly (readonly LoadRequest[])[]): Promise<void> {
  const loads = { all: chooser(requests), one: chooser(requests.slice(0, 1)) }
  const seen: Record<keyof typeof loads, Load[]> = { all: [], one: [] }
  const memory: PrivateMemory[] = []
  const heap: number[] = []
  for (const next of Object.values(loads)) await run(lab, { amount: WARM_UP }, next)
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 === 0 ? (['all', 'one'] as const) : (['one', 'all'] as const)) {
      const [result, lowest] = await lowestHeap(lab.msingi.base, () =>
        run(lab, { seconds: SECONDS }, loads[name]),
      )
      seen[name].push(result)
      heap.push(lowest)
      const now = await privateMemory(lab.postmaster)
      if (now !== undefined) memory.push(now)
    }
  }
  const ratios = seen.all.map(({ p50 }, round) => p50 / (seen.one[round] as Load).p50)
  tellFigure(`random access to ${requests.length}`, median(ratios), 'of the p50 of one project', {
    max: TARGET_RATIO,
  })
  tellLoad('all projects', seen.all)
  tellLoad('one project', seen.one)
  tellMemory(lab, memory, Math.min(...heap))
}

function chooser(requests: readonly (readonly LoadRequest[])[]): () => LoadRequest {
  return () => {
    const rows = requests[Math.floor(Math.random() * requests.length)] as readonly LoadRequest[]
    return rows[Math.floor(Math.random() * rows.length)] as LoadRequest
  }
}

function tellLoad(name: string, loads: readonly Load[]): void {
  const of = (figure: keyof Load) => short(median(loads.map((each) => each[figure])))
  tellNote(`${name}: p50 ${of('p50')} ms, p99 ${of('p99')} ms, ${of('perSecond')}/s`)
}

function tellMemory(lab: Lab, samples: readonly PrivateMemory[], heap: number): void {
  const most = samples.toSorted((a, b) => b.bytes - a.bytes)[0]
  tellNote(
    `memory of the server: ${megabytes(residentMemory(lab.msingi.pid))}, its heap at the lowest ${megabytes(heap)}`,
  )
  if (most === undefined) return
  tellFigure('private memory of PostgreSQL', most.bytes / 1e9, 'GB', { max: TARGET_BYTES / 1e9 })
  tellNote(
    `in ${most.processes} processes; the anonymous part, with each one's share of common pages, is ${megabytes(most.anonymous)}`,
  )
}

async function run(
  lab: Lab,
  until: { seconds: number } | { amount: number },
  next: () => LoadRequest,
): Promise<Load> {
  const result = await load({ base: lab.msingi.base, connections: CONNECTIONS, until, next })
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} requests failed`)
  return result
}
