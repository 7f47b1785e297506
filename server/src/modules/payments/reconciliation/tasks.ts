// Tasks that run beside one another, each key once: one that hangs holds up nothing else, and one that fails is put off for
// a while.
import type { Clock } from '#platform/clock/clock.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'

// What fails does so again at once, most of the time.
const PUT_OFF_MS = 30_000
const MAX_PUT_OFF = 10_000

/** Tasks are of one kind. */
export interface Tasks {
  /** start begins a task, unless one with its key runs already. */
  start(key: string, group: string, work: () => Promise<void>): void
  /** putOff keeps a key withheld for 30 s, after a failure. */
  putOff(key: string, error: Error): void
  /** withheld returns the keys that run or have failed lately. */
  withheld(): string[]
  /** room returns how many more may run, of all groups or of one. */
  room(group?: string): number
  /** nextEnd returns when the next key is no longer withheld after a failure, in milliseconds since 1970; Infinity where none is. */
  nextEnd(): number
  isBusy(): boolean
  /** settled settles when none runs. */
  settled(): Promise<void>
}

/** TasksOptions are the bounds of tasks, and who hears of them. */
export interface TasksOptions {
  readonly clock: Clock
  readonly most: number
  readonly mostOfGroup: number
  failed(key: string, error: Error): void
  ended(): void
}

/** createTasks makes the tasks of one kind. */
export function createTasks({ clock, most, mostOfGroup, failed, ended }: TasksOptions): Tasks {
  const running = new Map<string, { readonly group: string; readonly done: Promise<void> }>()
  const putOffUntil = recentlyUsed<number>(MAX_PUT_OFF)

  const putOff = (key: string, error: Error) => {
    putOffUntil.set(key, clock.now().getTime() + PUT_OFF_MS)
    failed(key, error)
  }
  const run = async (key: string, work: () => Promise<void>) => {
    await work().catch((error: Error) => putOff(key, error))
    running.delete(key)
    ended()
  }
  return {
    putOff,
    start: (key, group, work) => {
      if (!running.has(key)) running.set(key, { group, done: run(key, work) })
    },
    withheld: () => {
      const now = clock.now().getTime()
      for (const [key, until] of putOffUntil.entries()) if (until <= now) putOffUntil.delete(key)
      return [...running.keys(), ...putOffUntil.keys()]
    },
    room: (group) => {
      const free = most - running.size
      if (group === undefined) return free
      const own = [...running.values()].filter((task) => task.group === group).length
      return Math.min(free, mostOfGroup - own)
    },
    nextEnd: () => Math.min(...putOffUntil.values()),
    isBusy: () => running.size > 0,
    settled: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
