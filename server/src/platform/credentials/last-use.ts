// When credentials were last used: noted in memory, and stored once a minute, so that requests do not write.
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'

const INTERVAL_MS = 60_000

/** LastUse notes which credentials are used. */
export interface LastUse {
  note(id: string): void
  /** flush stores what was noted since the last time. */
  flush(): Promise<void>
  /** close stops the timer and flushes once more. */
  close(): Promise<void>
}

/** LastUseOptions say what is noted and where it goes. */
export interface LastUseOptions {
  readonly clock: Clock
  readonly log: Log
  /** what names the credentials in the log, such as `API keys`. */
  readonly what: string
  /** store writes the time of last use of some credentials, accurate to a minute. */
  store(ids: readonly string[], at: Date): Promise<void>
}

/** createLastUse starts the timer. */
export function createLastUse({ clock, log, what, store }: LastUseOptions): LastUse {
  const used = new Set<string>()
  const flush = async () => {
    const ids = [...used]
    used.clear()
    if (ids.length > 0) await store(ids, clock.now())
  }
  const report = (error: unknown) => log.warn({ err: error }, `could not store when ${what} were last used`)
  const timer = setInterval(() => void flush().catch(report), INTERVAL_MS)
  timer.unref()
  return {
    note: (id) => void used.add(id),
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}
