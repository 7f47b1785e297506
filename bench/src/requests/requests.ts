// GET by id, list of 50 and insert, with key, policies, limits and request log on, against the bare handler.
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { type LoadRequest, load } from '../lab/load.ts'
import { cpuOf, cpuOfFamily } from '../lab/proc.ts'
import type { Running } from '../lab/servers.ts'
import { type Stage, setStage } from '../lab/stage.ts'

const ROWS = 20_000
// Most tables are small, and PostgreSQL then weighs its plans differently.
const FEW_ROWS = 2000
/** ROUNDS is how often each side is measured. */
export const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 32
// The compilers of both sides are done after some 20,000 requests.
const WARM_UP = 20_000
// Msingi writes its request log once a second: what a run owes is charged to that run.
const SETTLE_MS = 1200

/** Case is one kind of request, and the least share of the bare handler's requests that Msingi should answer. */
export interface Case {
  readonly name: string
  readonly target: number
  readonly bare: Running
  readonly next: () => LoadRequest
  /** bareNext is what the bare handler is sent instead, where the requests of Msingi are used up. */
  readonly bareNext?: () => LoadRequest
  /** settled waits for the work that Msingi does after it has answered; its processor time counts. */
  readonly settled?: () => Promise<void>
  /** warmUp is how many requests each side answers first. */
  readonly warmUp?: number
}

/** Sample is one run of one side; processor time in microseconds per request. */
interface Sample {
  readonly perSecond: number
  readonly node: number
  readonly postgres: number
  /** settledPerSecond counts the time until all work was done. */
  readonly settledPerSecond: number
}

/** benchRequests measures both sides in turn, so that a noisy neighbour meets both. */
export async function benchRequests(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  const stages: Stage[] = []
  try {
    const account = await signUp(() => lab.msingi.base)
    const large = await setStage(lab, account, ROWS)
    stages.push(large)
    const small = await setStage(lab, account, FEW_ROWS)
    stages.push(small)
    const cases = [
      { name: 'GET by id', target: 0.85, bare: large.bare, next: large.get },
      { name: `list of 50 of ${ROWS}`, target: 0.85, bare: large.bare, next: large.list },
      { name: `list of 50 of ${FEW_ROWS}`, target: 0.85, bare: small.bare, next: small.list },
      { name: 'insert', target: 0.8, bare: large.bare, next: large.insert },
    ]
    for (const each of cases) await compare(lab, each, rounds)
  } finally {
    for (const { bare } of stages) await bare.stop()
    await lab.stop()
  }
}

/** compare measures a case on both sides, so many times. */
export async function compare(lab: Lab, each: Case, rounds: number): Promise<void> {
  const { name, target, bare, warmUp = WARM_UP } = each
  const sides = [lab.msingi, bare]
  const samples = new Map<Running, Sample[]>(sides.map((side) => [side, []]))
  for (const side of sides) await run(lab, side, { amount: warmUp }, each)
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second finds warmer caches: the order changes with each round.
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) samples.get(side)?.push(await run(lab, side, { seconds: SECONDS }, each))
  }
  const ours = samples.get(lab.msingi) as Sample[]
  const theirs = samples.get(bare) as Sample[]
  const ratios = (of: (sample: Sample) => number) =>
    ours.map((sample, round) => of(sample) / of(theirs[round] as Sample))
  const tell = (list: number[]) => list.map((ratio) => ratio.toFixed(2)).join(' ')
  const answered = ratios(({ perSecond }) => perSecond)
  tellFigure(name, median(answered), 'of the bare handler', { min: target })
  tellNote(`ratios ${tell(answered)}`)
  if (each.settled !== undefined)
    tellNote(`with all work done: ratios ${tell(ratios((sample) => sample.settledPerSecond))}`)
  tellSide('Msingi', ours)
  tellSide('bare', theirs)
}

function tellSide(side: string, samples: readonly Sample[]): void {
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]))
  const [node, postgres] = [of('node'), of('postgres')]
  tellNote(
    `${side}: ${short(of('perSecond'))}/s; processor time of a request ${short(node + postgres)} µs ` +
      `(node ${short(node)}, PostgreSQL ${short(postgres)})`,
  )
}

async function run(
  lab: Lab,
  side: Running,
  until: { seconds: number } | { amount: number },
  { bare, next, bareNext = next, settled = async () => {} }: Case,
): Promise<Sample> {
  const costs = () => [cpuOf(side.pid) ?? Number.NaN, cpuOfFamily(lab.postmaster) ?? Number.NaN] as const
  const [nodeBefore, postgresBefore] = costs()
  const started = performance.now()
  const { requests, perSecond, errors } = await load({
    base: side.base,
    connections: CONNECTIONS,
    until,
    next: side === bare ? bareNext : next,
  })
  if (errors > 0) tellNote(`${errors} of ${requests} requests FAILED: this run says nothing`)
  if (side !== bare) await settled()
  const settledPerSecond = requests / ((performance.now() - started) / 1000)
  await sleep(SETTLE_MS)
  const [node, postgres] = costs()
  return {
    perSecond,
    node: (node - nodeBefore) / requests,
    postgres: (postgres - postgresBefore) / requests,
    settledPerSecond,
  }
}
