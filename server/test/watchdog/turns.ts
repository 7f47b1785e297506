// How long the turns of the event loop are that a piece of work takes, in processor time of this thread.
import { cpuMs } from './growth.ts'

/** Turns are those of a piece of work: how many, the longest, and all together, in milliseconds. */
export interface Turns {
  readonly count: number
  readonly longest: number
  readonly total: number
}

/** turnsOf does the work, and counts its turns. */
export async function turnsOf(work: () => Promise<unknown>): Promise<Turns> {
  const turns: number[] = []
  const start = cpuMs()
  let began = start
  let done = false
  const beat = () => {
    const now = cpuMs()
    turns.push(now - began)
    began = now
    if (!done) setImmediate(beat)
  }
  setImmediate(beat)
  await work()
  done = true
  turns.push(cpuMs() - began)
  return { count: turns.length, longest: Math.max(...turns), total: cpuMs() - start }
}
