// Why a process has ended, and which function did it: as callers are told, and as the logs of its functions say. No caller learns
// the names of other functions than the one called.
import { AppError } from '#platform/errors/app-error.ts'
import type { Ran } from './process-calls.ts'

/** Blame is what is known of the end of a process. */
export interface Blame {
  readonly cause: 'memory' | 'processor time' | 'unknown'
  /** reason is for the log of the server. */
  readonly reason: string
  /** culprit is the function that did it, where that is certain. */
  readonly culprit: Ran | undefined
  /** ran are the functions that ran at the end, or just before, and cutOff those that had not answered; some of them. */
  readonly ran: readonly Ran[]
  readonly cutOff: readonly Ran[]
}

/** endedError is what the caller of a function receives whose process has ended; no blame is one of nobody. */
export function endedError(blame: Blame | undefined, name: string, cause?: unknown): AppError {
  const extras = { cause, headers: { 'retry-after': '1' } }
  const isOwn = blame?.culprit?.name === name
  if (isOwn && blame?.cause === 'memory')
    return new AppError(
      'function_out_of_memory',
      `The function ${name} used up its memory, and was ended.`,
      extras,
    )
  return new AppError('function_ended', endedMessage(blame, name, isOwn), extras)
}

function endedMessage(blame: Blame | undefined, name: string, isOwn: boolean): string {
  if (blame === undefined || blame.cause === 'unknown')
    return `The call of ${name} was cut off: the process of the project's functions has ended.`
  const did = DID[blame.cause]
  if (isOwn) return `The function ${name} was ended: it ${did}.`
  const isSuspect = blame.culprit === undefined && blame.ran.some((one) => one.name === name)
  const who = isSuspect ? 'it or another' : 'another'
  return `The call of ${name} was cut off: ${who} function of the project ${did}.`
}

const DID = {
  memory: 'used up the memory',
  'processor time': 'took too much processor time without giving way',
} as const

/** linesOf returns what the logs of functions say of the end of their process, each in its own. */
export function linesOf({
  cause,
  culprit,
  ran,
  cutOff,
}: Blame): readonly { readonly ran: Ran; readonly text: string }[] {
  if (cause === 'unknown') return []
  const did = DID[cause]
  if (culprit === undefined) {
    const text = `Cut off: one of the functions that ran ${did}; it is not certain which. These ran: ${namesOf(oneEach(ran))}.`
    return oneEach([...ran, ...cutOff]).map((one) => ({ ran: one, text }))
  }
  const others = oneEach(cutOff).filter(({ name }) => name !== culprit.name)
  const also = others.length === 0 ? '' : ` These were cut off by it: ${namesOf(others)}.`
  return [
    { ran: culprit, text: `Ended: this function ${did}.${also}` },
    ...others.map((one) => ({ ran: one, text: `Cut off: the function ${culprit.name} ${did}.` })),
  ]
}

const namesOf = (all: readonly Ran[]) => all.map(({ name }) => name).join(', ')

// Two versions of a function have one name.
const oneEach = (all: readonly Ran[]) => [...new Map(all.map((one) => [one.name, one])).values()]
