// How the neighbours bench reports what it has seen: ratios to the undisturbed times, and what became of the server.
import { describeTally } from '../../../server/test/abuse/tally.ts'
import { megabytes, percentile, short, tellNote } from '../lab/figures.ts'
import { OPERATIONS, type Operation, type Sample } from './neighbours-operations.ts'

const MAX_P99_RATIO = 3
/** MAX_WORST_MS is how long a request of the quiet project may take at worst. */
export const MAX_WORST_MS = 250
const SECOND = 1000

/** Outcome is what was seen of one abuse; times in milliseconds, memory in bytes. */
export interface Outcome {
  readonly name: string
  readonly about: string
  readonly samples: readonly Sample[]
  /** stall is the longest for which the server answered nothing, prepared the same while the abuse was prepared. */
  readonly stall: number
  readonly prepared: number
  readonly memory: readonly [before: number, peak: number]
  /** frozen says that it had to be ended since it answered nothing, ended that it ended by itself. */
  readonly frozen: boolean
  readonly ended: boolean
  /** recovery is how long it took afterwards until all was as usual. */
  readonly recovery: number | 'restarted'
  readonly answers: readonly (readonly [status: number, amount: number])[]
  readonly foreign?: readonly string[]
  /** failure says why the abuse could not be measured. */
  readonly failure?: string
}

interface Times {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
  readonly failed: number
}

function timesOf(samples: readonly Sample[], operation: Operation): Times {
  const of = samples.filter((sample) => sample.operation === operation)
  const all = Float64Array.from(of, ({ milliseconds }) => milliseconds)
  const failed = of.filter(({ failed }) => failed).length
  const [p50, p99, worst] = [percentile(all, 0.5), percentile(all, 0.99), percentile(all, 1)]
  return { count: of.length, p50, p99, worst, failed }
}

/** tellUndisturbed prints the times that all others are compared with. */
export function tellUndisturbed(samples: readonly Sample[]): void {
  console.log('undisturbed')
  for (const { operation } of OPERATIONS) {
    const { count, p50, p99, worst } = timesOf(samples, operation)
    tellNote(
      `${operation.padEnd(12)} p50 ${short(p50)} ms, p99 ${short(p99)} ms, worst ${short(worst)} ms of ${count}`,
    )
  }
}

/** tellOutcome prints one abuse. */
export function tellOutcome(outcome: Outcome, undisturbed: readonly Sample[]): void {
  const { name, about, samples, stall, prepared, memory, answers, failure, foreign = [] } = outcome
  console.log(`${name}: ${about}`)
  if (failure !== undefined) {
    tellNote(`COULD NOT BE MEASURED: ${failure}; server: ${stateOf(outcome)}`)
    return
  }
  for (const { operation } of OPERATIONS) {
    const [now, usual] = [timesOf(samples, operation), timesOf(undisturbed, operation)]
    if (now.count === 0) continue
    const verdict = isReached(now, usual) ? 'reached' : 'NOT REACHED'
    const failed = now.failed === 0 ? '' : `, ${now.failed} FAILED`
    tellNote(
      `${operation.padEnd(12)} p50 ${ratio(now.p50, usual.p50)}, p99 ${ratio(now.p99, usual.p99)}, ` +
        `worst ${short(now.worst)} ms (${ratio(now.worst, usual.worst)}) of ${now.count}${failed}: ${verdict}`,
    )
  }
  const [before, peak] = memory
  tellNote(
    `server: ${stateOf(outcome)}; memory ${megabytes(before)}, at most ${megabytes(peak)}; ` +
      `longest stall ${short(stall)} ms${prepared > MAX_WORST_MS ? ` (${short(prepared)} ms in the preparation)` : ''}`,
  )
  if (answers.length > 0) tellNote(`answers to the abuse: ${describeTally(answers)}`)
  if (foreign.length > 0) tellNote(`LEAKS: ${foreign.slice(0, 3).join('; ')}`)
}

function ratio(now: number, usual: number): string {
  return `${short(now / usual)} ×`
}

// A live event's time comes in whole milliseconds, of which one more or less says nothing.
const LEAST_MS = 2

function isReached(now: Times, usual: Times): boolean {
  // A machine that is late by itself is not late because of the abuse.
  const worst = Math.max(MAX_WORST_MS, usual.worst)
  return now.p99 <= MAX_P99_RATIO * Math.max(usual.p99, LEAST_MS) && now.worst <= worst && now.failed === 0
}

function stateOf({ frozen, ended, recovery }: Outcome): string {
  if (ended) return 'DIED'
  if (frozen) return 'FROZEN > 30 s, and started again'
  if (recovery === 'restarted') return 'DID NOT RECOVER within 60 s, and was started again'
  return recovery > SECOND ? `alive, as usual after ${short(recovery / SECOND)} s` : 'alive'
}

/** tellSummary prints a line for each abuse, the worst of its operations. */
export function tellSummary(outcomes: readonly Outcome[], undisturbed: readonly Sample[]): void {
  tellUndisturbed(undisturbed)
  console.log('| abuse | p50 | p99 | worst | stall | memory | server |\n|---|---|---|---|---|---|---|')
  for (const outcome of outcomes) {
    const all = OPERATIONS.map(({ operation }) => ({
      now: timesOf(outcome.samples, operation),
      usual: timesOf(undisturbed, operation),
    })).filter(({ now }) => now.count > 0)
    const most = (of: (each: (typeof all)[number]) => number) => Math.max(...all.map(of))
    const cells = [
      outcome.name,
      `${short(most(({ now, usual }) => now.p50 / usual.p50))} ×`,
      `${short(most(({ now, usual }) => now.p99 / usual.p99))} ×`,
      `${short(most(({ now }) => now.worst))} ms`,
      `${short(outcome.stall)} ms`,
      `${megabytes(outcome.memory[0])} → ${megabytes(outcome.memory[1])}`,
      outcome.failure === undefined ? stateOf(outcome) : 'not measured',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const reached = outcomes.filter((outcome) => isHeld(outcome, undisturbed))
  console.log(
    `${reached.length} of ${outcomes.length} within the targets: p99 ≤ ${MAX_P99_RATIO} × undisturbed, ` +
      `worst ≤ ${MAX_WORST_MS} ms, nothing failed, server alive`,
  )
}

function isHeld(outcome: Outcome, undisturbed: readonly Sample[]): boolean {
  const alive = !outcome.frozen && !outcome.ended && outcome.recovery !== 'restarted'
  return (
    alive &&
    outcome.samples.length > 0 &&
    OPERATIONS.every(({ operation }) => {
      const now = timesOf(outcome.samples, operation)
      return now.count === 0 || isReached(now, timesOf(undisturbed, operation))
    })
  )
}
