// The abuse mix: bullies do whatever they like to a server while quiet projects work beside them, and every row, answer and
// event of these is accounted for at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { type BullyProcess, type Report, startBullies } from './bully-process.ts'
import { type Memory, sampleMemory } from './memory.ts'
import { type Neighbour, openNeighbour } from './quiet-neighbour.ts'
import { judgeNeighbour, type Verdict } from './verdict.ts'

/** DrillOptions is one drill. */
export interface DrillOptions {
  readonly base: string
  /** ended says whether the server's process has ended. */
  ended(): boolean
  /** memory returns the bytes that the server's process holds, where that can be known. */
  memory?(): number | undefined
  /** milliseconds is for how long at least: each abuse has a turn. */
  readonly milliseconds: number
  readonly seed: number
  /** full is true for the sizes of real attacks. */
  readonly full: boolean
  readonly bullies: number
  readonly neighbours: number
  /** listeners is how many subscribers of each kind a quiet project has. */
  readonly listeners: number
  readonly abuses: readonly string[]
  /** turn is for about how many milliseconds a bully stays at an abuse. */
  readonly turn: number
  /** tell is called with a line of progress now and then. */
  tell?(line: string): void
}

/** DrillResult is what came of it; a drill has passed where there are no violations. */
export interface DrillResult extends Verdict {
  readonly bullies: Report
  readonly memory: Memory | undefined
  /** stall is the longest that the server answered nothing, in milliseconds. */
  readonly stall: number
}

const FROZEN_MS = 60_000
const PATIENCE_MS = 120_000
const LOOK_MS = 100
const TELL_MS = 30_000
// For abuses that have not had their turn yet, on a machine that is busy.
const HALT_MS = 300_000

/** runDrill runs it. It rejects where the projects cannot be made; whatever happens afterwards is in the result. */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  const { base } = options
  const bullies = startBullies()
  const neighbours: Neighbour[] = []
  try {
    for (let number = 0; number < options.neighbours; number++)
      neighbours.push(await openNeighbour(base, number, options.listeners))
    for (let bully = 0; bully < options.bullies; bully++) await bullies.order({ kind: 'open', base, bully })
    for (const neighbour of neighbours) neighbour.start()
    const { report, stall, memory, lost, violations } = await letThemLoose(options, bullies, neighbours)
    if (!lost) {
      await Promise.all(neighbours.map((neighbour) => neighbour.finish()))
      await caughtUp(neighbours)
    }
    for (const foreign of report.foreign ?? [])
      violations.push(`a bully was shown what is not its own: ${foreign}`)
    const verdicts = neighbours.map(judgeNeighbour)
    // Of a server that is lost, nobody could hear the rest.
    if (!lost) violations.push(...verdicts.flatMap((verdict) => verdict.violations))
    return {
      violations,
      written: verdicts.reduce((sum, { written }) => sum + written, 0),
      events: verdicts.reduce((sum, { events }) => sum + events, 0),
      returns: verdicts.reduce((sum, { returns }) => sum + returns, 0),
      statuses: verdicts.reduce((sum, { statuses }) => added(sum, statuses), new Map<number, number>()),
      ...{ bullies: report, memory, stall },
    }
  } finally {
    bullies.kill()
    for (const neighbour of neighbours) {
      void neighbour.finish()
      neighbour.close()
    }
  }
}

interface Loose {
  readonly report: Report
  readonly stall: number
  readonly memory: Memory | undefined
  /** lost says that the server has ended, or does not answer any more. */
  readonly lost: boolean
  readonly violations: string[]
}

async function letThemLoose(
  options: DrillOptions,
  bullies: BullyProcess,
  neighbours: readonly Neighbour[],
): Promise<Loose> {
  const { seed, full, abuses, milliseconds, turn } = options
  const violations: string[] = []
  const memory = sampleMemory(options)
  let report: Report | undefined
  let halted = false
  const mixing = bullies.order({ kind: 'mix', seed, full, abuses, milliseconds, turn }).then(
    (done) => {
      report = done
    },
    (error) => void violations.push(String(error)),
  )
  void mixing.finally(() => {
    halted = true
  })
  const until = performance.now() + milliseconds + HALT_MS
  let lost = false
  let stall = 0
  let told = performance.now()
  while (!halted && !lost) {
    const waited = await answerTime(options.base)
    stall = Math.max(stall, waited)
    const loss = lossOf(options, waited, until)
    if (loss !== undefined) violations.push(loss)
    lost = loss !== undefined
    memory.look()
    if (performance.now() - told > TELL_MS) {
      told = performance.now()
      const written = neighbours.reduce((sum, { expected }) => sum + expected.length, 0)
      const wrong = neighbours.reduce((sum, each) => sum + each.violations.length, 0)
      options.tell?.(
        `${written} changes written, ${wrong} answers not as they should be, ${memory.present()}`,
      )
    }
    await sleep(LOOK_MS)
  }
  const grown = memory.judge()
  if (grown !== undefined) violations.push(grown)
  return { report: report ?? {}, stall, memory: memory.figures(), lost, violations }
}

function lossOf({ ended }: DrillOptions, waited: number, until: number): string | undefined {
  if (ended()) return 'the server has ended'
  if (waited >= FROZEN_MS) return `the server answered nothing for ${FROZEN_MS / 1000} s`
  return performance.now() > until ? 'the bullies did not come to an end' : undefined
}

/** answerTime asks the least of all routes, for as long as it takes. */
async function answerTime(base: string): Promise<number> {
  const asked = performance.now()
  await fetch(`${base}/healthz/realtime`, { signal: AbortSignal.timeout(FROZEN_MS) }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  )
  return performance.now() - asked
}

// Whoever has too few is waited for; whoever has too many is caught by the verdict.
async function caughtUp(neighbours: readonly Neighbour[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  const behind = () =>
    neighbours.some(({ listeners, expected }) => listeners.some(({ ids }) => ids.length < expected.length))
  while (behind() && performance.now() < until) await sleep(LOOK_MS)
}

function added(sum: Map<number, number>, more: ReadonlyMap<number, number>): Map<number, number> {
  for (const [status, amount] of more) sum.set(status, (sum.get(status) ?? 0) + amount)
  return sum
}
