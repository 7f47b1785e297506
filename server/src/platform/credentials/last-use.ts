// When credentials were last used: noted in memory, and stored a minute later, so that requests do not write.
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { writeBehind } from '#platform/work/write-behind.ts'

const INTERVAL_MS = 60_000

/** LastUse notes which credentials are used. */
export interface LastUse {
  note(id: string): void
  /** flush stores what was noted since the last time. */
  flush(): Promise<void>
  /** close flushes for the last time. */
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

/** createLastUse returns one that has noted nothing. */
export function createLastUse({ clock, log, what, store }: LastUseOptions): LastUse {
  const behind = writeBehind<true>({
    log,
    what: `store when ${what} were last used`,
    afterMs: INTERVAL_MS,
    merge: () => true,
    write: (used) => store([...used.keys()], clock.now()),
  })
  return {
    note: (id) => behind.note(id, true),
    flush: behind.flush,
    close: behind.close,
  }
}
