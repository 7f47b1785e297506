// Many connections and mixed requests for a minute: no error is allowed, and the server's memory must level off.
import { setTimeout as sleep } from 'node:timers/promises'
import { addProducts, type BenchProject, createProject, product, signUp } from './client.ts'
import { megabytes, short, tellFigure, tellNote } from './figures.ts'
import { lowestHeap } from './heap.ts'
import { type Lab, openLab } from './lab.ts'
import { encodeRequest, type Load, type LoadRequest, load } from './load.ts'
import { privateMemory, residentMemory } from './proc.ts'
import { type Running, startBare } from './servers.ts'
import { gatherStatistics } from './statistics.ts'

const SECONDS = 60
const ROWS = 20_000
const CONNECTIONS = 200
const WARM_UP = 20_000
// Until the last garbage is collected and the request log is written.
const REST_MS = 10_000
const SHARES = { get: 0.7, list: 0.2 }

/** benchSoak loads Msingi for the time, and the bare handler with the same for a third of it. */
export async function benchSoak(seconds: number = SECONDS): Promise<void> {
  const lab = await openLab()
  let bare: Running | undefined
  try {
    const atStart = residentMemory(lab.msingi.pid)
    const project = await createProject(await signUp(() => lab.msingi.base))
    const ids = await addProducts(lab.msingi.base, project.key, ROWS)
    await gatherStatistics(lab.connection, project.table)
    const next = mixed(project, ids)
    await load({ base: lab.msingi.base, connections: CONNECTIONS, until: { amount: WARM_UP }, next })
    const memory = [atStart, residentMemory(lab.msingi.pid)]
    const heap: number[] = []
    const ours: Load[] = []
    for (let third = 0; third < 3; third++) {
      const [result, lowest] = await lowestHeap(lab.msingi.base, () =>
        load({ base: lab.msingi.base, connections: CONNECTIONS, until: { seconds: seconds / 3 }, next }),
      )
      ours.push(result)
      heap.push(lowest)
      memory.push(residentMemory(lab.msingi.pid))
    }
    await sleep(REST_MS)
    memory.push(residentMemory(lab.msingi.pid))
    bare = await startBare(lab.connection, project.table)
    await load({ base: bare.base, connections: CONNECTIONS, until: { amount: WARM_UP }, next })
    const theirs = await load({
      base: bare.base,
      connections: CONNECTIONS,
      until: { seconds: seconds / 3 },
      next,
    })
    await tell(lab, ours, theirs, { memory, heap })
  } finally {
    await bare?.stop()
    await lab.stop()
  }
}

function mixed(project: BenchProject, ids: readonly string[]): () => LoadRequest {
  const path = '/api/v1/data/products'
  const gets = ids.map((id) => encodeRequest('GET', `${path}/${id}`, project.key))
  const list = encodeRequest('GET', path, project.key)
  const insert = encodeRequest('POST', path, project.key, JSON.stringify(product(1)))
  return () => {
    const dice = Math.random()
    if (dice < SHARES.get) return gets[Math.floor(Math.random() * gets.length)] as LoadRequest
    return dice < SHARES.get + SHARES.list ? list : insert
  }
}

async function tell(
  lab: Lab,
  ours: readonly Load[],
  theirs: Load,
  { memory, heap }: { memory: readonly (number | undefined)[]; heap: readonly number[] },
): Promise<void> {
  const errors = ours.reduce((sum, { errors }) => sum + errors, 0)
  const requests = ours.reduce((sum, each) => sum + each.requests, 0)
  tellFigure('errors under mixed load', errors, `of ${requests} requests`, { max: 0 })
  const p99 = ours.map((each) => each.p99)
  tellNote(`p99 ${p99.map(short).join(', ')} ms in each third; bare handler ${short(theirs.p99)} ms`)
  const p50 = ours.map((each) => each.p50)
  tellNote(`p50 ${p50.map(short).join(', ')} ms in each third; bare handler ${short(theirs.p50)} ms`)
  const rates = ours.map((each) => each.perSecond)
  tellNote(
    `${rates.map(short).join(', ')} requests/s in each third; bare handler ${short(theirs.perSecond)}/s`,
  )
  const [start, warm, ...later] = memory.map(megabytes)
  tellNote(
    `memory of the server: ${start} after its start, ${warm} warmed up, ` +
      `${later.slice(0, -1).join(', ')} after each third, ${later.at(-1)} at rest`,
  )
  tellNote(`its heap at the lowest: ${heap.map(megabytes).join(', ')} in each third`)
  const database = await privateMemory(lab.postmaster)
  tellNote(`private memory of PostgreSQL: ${megabytes(database?.bytes)} in ${database?.processes} processes`)
}
