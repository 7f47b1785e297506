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
  const used = new Set<string>()
  const write = async () => {
    const ids = [...used]
    used.clear()
    if (ids.length === 0) return
    await store(ids, clock.now()).catch((error) => {
      for (const id of ids) used.add(id)
      throw error
    })
  }
  const behind = writeBehind({
    ...{ log, write },
    what: `store when ${what} were last used`,
    afterMs: INTERVAL_MS,
  })
  return {
    note(id) {
      used.add(id)
      behind.noted()
    },
    flush: behind.flush,
    close: behind.close,
  }
}
