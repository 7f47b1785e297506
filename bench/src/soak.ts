// Many connections and mixed requests for a minute: no error is allowed, and the server's memory must level off.
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from './lab/client.ts'
import { megabytes, short, tellFigure, tellNote } from './lab/figures.ts'
import { lowestHeap } from './lab/heap.ts'
import { openLab } from './lab/lab.ts'
import { type Load, type LoadRequest, load } from './lab/load.ts'
import { privateMemory, residentMemory } from './lab/proc.ts'
import { type Stage, setStage } from './lab/stage.ts'

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
  let stage: Stage | undefined
  try {
    const { base, pid } = lab.msingi
    const atStart = residentMemory(pid)
    stage = await setStage(lab, await signUp(() => base), ROWS)
    const { bare } = stage
    const next = mixed(stage)
    const until = { seconds: seconds / 3 }
    await load({ base, connections: CONNECTIONS, until: { amount: WARM_UP }, next })
    const memory = [atStart, residentMemory(pid)]
    const heap: number[] = []
    const ours: Load[] = []
    for (let third = 0; third < 3; third++) {
      const run = () => load({ base, connections: CONNECTIONS, until, next })
      const [result, lowest] = await lowestHeap(base, run)
      ours.push(result)
      heap.push(lowest)
      memory.push(residentMemory(pid))
    }
    await sleep(REST_MS)
    memory.push(residentMemory(pid))
    await load({ base: bare.base, connections: CONNECTIONS, until: { amount: WARM_UP }, next })
    const theirs = await load({ base: bare.base, connections: CONNECTIONS, until, next })
    tellLoads(ours, theirs)
    tellMemory(memory, heap, residentMemory(bare.pid))
    const database = await privateMemory(lab.postmaster)
    tellNote(
      `private memory of PostgreSQL: ${megabytes(database?.bytes)} in ${database?.processes} processes`,
    )
  } finally {
    await stage?.bare.stop()
    await lab.stop()
  }
}

function mixed({ get, list, insert }: Stage): () => LoadRequest {
  return () => {
    const dice = Math.random()
    if (dice < SHARES.get) return get()
    return dice < SHARES.get + SHARES.list ? list() : insert()
  }
}

function tellLoads(ours: readonly Load[], theirs: Load): void {
  const sumOf = (figure: 'errors' | 'unanswered' | 'requests') =>
    ours.reduce((sum, each) => sum + each[figure], 0)
  const [errors, requests] = [sumOf('errors'), sumOf('requests')]
  tellFigure('errors under mixed load', errors, `of ${requests} requests`, { max: 0 })
  tellNote(`${sumOf('unanswered')} of the errors had no answer in time, the others another answer`)
  const thirds = (figure: 'p50' | 'p99' | 'perSecond') => ours.map((each) => short(each[figure])).join(', ')
  tellNote(`p99 ${thirds('p99')} ms in each third; bare handler ${short(theirs.p99)} ms`)
  tellNote(`p50 ${thirds('p50')} ms in each third; bare handler ${short(theirs.p50)} ms`)
  tellNote(`${thirds('perSecond')} requests/s in each third; bare handler ${short(theirs.perSecond)}/s`)
}

function tellMemory(
  memory: readonly (number | undefined)[],
  heap: readonly number[],
  bare: number | undefined,
): void {
  const [start, warm, ...later] = memory.map(megabytes)
  tellNote(
    `memory of the server: ${start} after its start, ${warm} warmed up, ` +
      `${later.slice(0, -1).join(', ')} after each third, ${later.at(-1)} at rest; bare handler ${megabytes(bare)}`,
  )
  tellNote(`its heap at the lowest: ${heap.map(megabytes).join(', ')} in each third`)
}
