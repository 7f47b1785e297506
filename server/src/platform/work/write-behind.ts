// Write-behind: what requests note in memory is written a moment later, together. At rest, nothing runs.
import type { Log } from '#platform/log/log.ts'

/** LateWorkOptions say what is done a moment later. */
export interface LateWorkOptions {
  readonly log: Log
  /** what completes the sentence "could not …" of the log. */
  readonly what: string
  /** afterMs is how long the first note waits for others, in milliseconds. */
  readonly afterMs: number
  /** run does what is noted until now. Where it throws, it runs again `afterMs` later. */
  run(): Promise<void>
}

/** LateWork is done a moment after it was noted. */
export interface LateWork {
  /** noted says that there is something to do. */
  noted(): void
  /** flush does what was noted until now, after the run before it. It throws what `run` throws. */
  flush(): Promise<void>
  /** close flushes for the last time. */
  close(): Promise<void>
}

/** lateWork returns work that waits for the first note. */
export function lateWork({ log, what, afterMs, run }: LateWorkOptions): LateWork {
  let timer: NodeJS.Timeout | undefined
  let latest: Promise<void> = Promise.resolve()
  let closed = false
  let isDue = false
  const noted = () => {
    isDue = true
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      flush().catch((err) => log.warn({ err }, `could not ${what}`))
    }, afterMs)
    timer.unref()
  }
  const runIfDue = async () => {
    if (!isDue) return
    isDue = false
    try {
      await run()
    } catch (error) {
      noted()
      throw error
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    latest = latest.then(runIfDue, runIfDue)
    return latest
  }
  return {
    noted,
    flush,
    close() {
      closed = true
      return flush()
    },
  }
}

/** WriteBehindOptions say what is written, and when. Notes with the same key are one. */
export interface WriteBehindOptions<Note> extends Omit<LateWorkOptions, 'run'> {
  /** most is how many keys wait at most: beyond, those that have waited longest are dropped. 20,000 by default. */
  readonly most?: number
  /** merge returns two notes of a key as one, the older first; it bounds what that takes, one of so many keys. */
  merge(older: Note, newer: Note, keys: number): Note
  /**
   * write writes notes. Where it throws, they are written again `afterMs` later, with what was noted since, but for those that
   * it has called `done` for. What PostgreSQL refuses is written note by note, and dropped where it is refused alone.
   */
  write(notes: ReadonlyMap<string, Note>, done: (key: string) => void): Promise<void>
}

/** WriteBehind writes what was noted. */
export interface WriteBehind<Note> extends Omit<LateWork, 'noted'> {
  note(key: string, note: Note): void
}

const MOST = 20_000

/** writeBehind returns one that has noted nothing. */
export function writeBehind<Note>(options: WriteBehindOptions<Note>): WriteBehind<Note> {
  const { log, what, most = MOST, merge, write } = options
  let notes = new Map<string, Note>()
  let dropped = 0
  const run = async () => {
    if (notes.size === 0) return
    const taken = notes
    notes = new Map()
    const done = (key: string) => taken.delete(key)
    try {
      await write(taken, done).catch((error) => {
        if (!isRefused(error)) throw error
        return writeEach(taken, done)
      })
    } catch (error) {
      const newer = notes
      notes = taken
      for (const [key, note] of newer) put(key, note)
      throw error
    }
    if (dropped > 0) log.warn({ dropped }, `what was noted is missing: could not ${what} for too long`)
    dropped = 0
  }
  const writeEach = async (taken: Map<string, Note>, done: (key: string) => void) => {
    for (const [key, note] of [...taken]) {
      await write(new Map([[key, note]]), done).catch((err) => {
        // PostgreSQL takes it at no other time either.
        if (!isRefused(err)) throw err
        log.warn({ err }, `could not ${what}, ever`)
      })
      done(key)
    }
  }
  const put = (key: string, note: Note) => {
    const known = notes.get(key)
    notes.set(key, known === undefined ? note : merge(known, note, notes.size))
    if (notes.size <= most) return
    const [oldest] = notes.keys()
    if (oldest !== undefined) notes.delete(oldest)
    dropped += 1
  }
  const { noted, flush, close } = lateWork({ ...options, run })
  return {
    note(key, note) {
      put(key, note)
      noted()
    },
    flush,
    close,
  }
}

// Data exceptions and violated constraints.
const REFUSED = /^2[23]/

/** isRefused reports whether PostgreSQL refuses what is written, and not only now. */
export function isRefused(error: unknown): boolean {
  return REFUSED.test(String((error as { code?: unknown }).code))
}
