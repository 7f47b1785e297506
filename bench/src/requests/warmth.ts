// How warm a server is right after its start: requests by id in its first seconds, against those once all is compiled.
import { signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { type LoadRequest, load } from '../lab/load.ts'
import { cpuOf, cpuOfFamily } from '../lab/proc.ts'
import { setStage } from '../lab/stage.ts'

const ROWS = 2000
const CONNECTIONS = 8
const FIRST_SECONDS = 10
const WARM_UP = 30_000
const RUNS = 3

interface Sample {
  readonly perSecond: number
  /** node and postgres are the processor time of a request, in microseconds. */
  readonly node: number
  readonly postgres: number
}

/** benchWarmth restarts the server a few times and measures each time. */
export async function benchWarmth(runs: number = RUNS): Promise<void> {
  const lab = await openLab()
  const account = await signUp(() => lab.msingi.base)
  const stage = await setStage(lab, account, ROWS)
  try {
    const shares: { first: number; all: number; cost: number }[] = []
    for (let run = 0; run < runs; run++) {
      await lab.restart()
      const first = await measure(lab, 1, stage.get)
      const rest = await measure(lab, FIRST_SECONDS - 1, stage.get)
      await load({
        base: lab.msingi.base,
        connections: CONNECTIONS,
        until: { amount: WARM_UP },
        next: stage.get,
      })
      const steady = await measure(lab, FIRST_SECONDS, stage.get)
      const mean = (first.perSecond + rest.perSecond * (FIRST_SECONDS - 1)) / FIRST_SECONDS
      shares.push({
        first: first.perSecond / steady.perSecond,
        all: mean / steady.perSecond,
        cost: (steady.node + steady.postgres) / (first.node + first.postgres),
      })
      for (const [name, sample] of Object.entries({ 'first second': first, 'after that': rest, steady }))
        tellSample(name, sample)
    }
    const of = (name: 'first' | 'all' | 'cost') => median(shares.map((share) => share[name]))
    tellFigure(`the first ${FIRST_SECONDS} s after a start`, of('all'), 'of the steady state', { min: 0.7 })
    tellFigure('the first second', of('first'), 'of the steady state', { min: 0.5 })
    tellFigure('the same by processor time', of('cost'), 'of the steady state', { min: 0.5 })
  } finally {
    await stage.bare.stop()
    await lab.stop()
  }
}

function tellSample(name: string, { perSecond, node, postgres }: Sample): void {
  tellNote(
    `${name}: ${short(perSecond)}/s; a request ${short(node + postgres)} µs (node ${short(node)}, PostgreSQL ${short(postgres)})`,
  )
}

async function measure(lab: Lab, seconds: number, next: () => LoadRequest): Promise<Sample> {
  const { base, pid } = lab.msingi
  const costs = () => [cpuOf(pid) ?? Number.NaN, cpuOfFamily(lab.postmaster) ?? Number.NaN] as const
  const before = costs()
  const { requests, perSecond } = await load({ base, connections: CONNECTIONS, until: { seconds }, next })
  const [node, postgres] = costs()
  return { perSecond, node: (node - before[0]) / requests, postgres: (postgres - before[1]) / requests }
}
