// Write-behind: what requests note in memory is written a moment later, together. At rest, nothing runs.
import type { Log } from '#platform/log/log.ts'

/** WriteBehindOptions say what is written, and when. */
export interface WriteBehindOptions {
  readonly log: Log
  /** what completes the sentence "could not …" of the log. */
  readonly what: string
  /** afterMs is how long the first note waits for others, in milliseconds. */
  readonly afterMs: number
  /** write takes what is noted and writes it. Where it throws, what it has put back is tried again `afterMs` later. */
  write(): Promise<void>
}

/** WriteBehind writes what was noted. */
export interface WriteBehind {
  /** noted says that there is something to write. */
  noted(): void
  /** flush writes what was noted until now, after the writing before it. It throws what `write` throws. */
  flush(): Promise<void>
  /** close flushes for the last time. */
  close(): Promise<void>
}

/** writeBehind returns one that waits for the first note. */
export function writeBehind({ log, what, afterMs, write }: WriteBehindOptions): WriteBehind {
  let timer: NodeJS.Timeout | undefined
  let latest: Promise<void> = Promise.resolve()
  let closed = false
  const noted = () => {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      flush().catch((err) => log.warn({ err }, `could not ${what}`))
    }, afterMs)
    timer.unref()
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const writing = latest.then(write, write)
    latest = writing
    writing.catch(noted)
    return writing
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
