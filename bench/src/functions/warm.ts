// Warm calls of a function that does nothing, beside the bare handlers: of workerd alone, and of Node with PostgreSQL.
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import type { Lab } from '../lab/lab.ts'
import { encodeRequest, type Load, load } from '../lab/load.ts'
import { cpuOf, cpuOfFamily } from '../lab/proc.ts'
import { startBareFunction } from '../lab/servers.ts'
import type { Stage } from '../lab/stage.ts'

const WARM_UP = 5000
const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 32

/** benchWarmFunctions measures the function at a path, with a stage whose bare handler runs. */
export async function benchWarmFunctions({ msingi }: Lab, path: string, { bare, get }: Stage): Promise<void> {
  const request = encodeRequest('GET', path, undefined)
  const handler = await startBareFunction()
  const many = (base: string, next: () => Buffer) =>
    load({ base, connections: CONNECTIONS, until: { seconds: SECONDS }, next })
  try {
    for (const [base, next] of [
      [msingi.base, () => request],
      [handler.base, () => request],
      [bare.base, get],
    ] as const)
      await load({ base, connections: CONNECTIONS, until: { amount: WARM_UP }, next })
    const one = await load({
      base: msingi.base,
      connections: 1,
      until: { seconds: SECONDS },
      next: () => request,
    })
    tellFigure('warm call, p50', one.p50, 'ms', { max: 3 })
    tellNote(`p99 ${short(one.p99)} ms; ${one.errors} of ${one.requests} failed`)
    const costs: number[] = []
    const beside: Record<'handler' | 'bare', number[]> = { handler: [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await costing(msingi.pid, cpuOfFamily, () => many(msingi.base, () => request))
      const alone = await costing(handler.pid, cpuOf, () => many(handler.base, () => request))
      const node = await many(bare.base, get)
      costs.push(ours.microseconds)
      beside.handler.push(ours.run.perSecond / alone.run.perSecond)
      beside.bare.push(ours.run.perSecond / node.perSecond)
      tellNote(`${short(ours.microseconds)} µs a call, of the bare function ${short(alone.microseconds)} µs`)
    }
    tellFigure('processor time of a warm call', median(costs), 'µs', { max: 160 })
    tellFigure('calls a second', median(beside.handler), 'of the bare function in workerd', { min: 0.5 })
    tellFigure('calls a second', median(beside.bare), 'of the bare handler', { min: 0.4 })
  } finally {
    await handler.stop()
  }
}

// Of a server with its workerd processes, which are its children.
async function costing(
  pid: number,
  cpu: (pid: number) => number | undefined,
  measure: () => Promise<Load>,
): Promise<{ readonly run: Load; readonly microseconds: number }> {
  const before = cpu(pid) ?? Number.NaN
  const run = await measure()
  return { run, microseconds: ((cpu(pid) ?? Number.NaN) - before) / run.requests }
}
