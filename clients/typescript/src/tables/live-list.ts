// A list that is kept in step with its table: read anew whenever something in it may have changed.
import { MsingiError } from '../http/error.ts'
import { isolated } from '../live/channel.ts'
import type { Status, SubscribeOptions, Subscription } from '../live/subscription.ts'
import { sleep } from '../runtime/sleep.ts'

/** LiveListOptions are how changes arrive, and listeners for the state of the list. */
export interface LiveListOptions {
  readonly transport?: SubscribeOptions['transport']
  readonly onStatus?: (status: Status, error?: Error) => void
  /** onError is called when the list could not be read; it is tried again unless the server has refused. */
  readonly onError?: (error: unknown) => void
}

/** LiveSource is a list that can be read, and the changes of its table. */
export interface LiveSource<Rows> {
  read(signal: AbortSignal): Promise<Rows>
  /** subscribe follows the changes that can concern the list; `narrow` is false for all changes of the table. */
  subscribe(onChange: () => void, options: SubscribeOptions, narrow: boolean): Subscription
  /** listen calls the listener when another user, or none, is signed in. Returns a function that stops it. */
  listen(listener: () => void): () => void
}

// Several changes are read at once, and a list that takes long to read is read less often.
const PAUSE_MS = 50
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * followList calls the listener with the rows: at once, and again after changes. Where the server cannot filter changes as the
 * list is filtered, all changes of the table count.
 */
export function followList<Rows>(
  source: LiveSource<Rows>,
  listener: (rows: Rows) => void,
  { onStatus, onError, ...options }: LiveListOptions,
): Subscription {
  // Stops the reading that is under way.
  let attempt = new AbortController()
  let isEnded = false
  let stale = false
  let reading = false
  const readUntilFresh = async () => {
    reading = true
    for (let wait = FIRST_WAIT_MS; stale && !isEnded; ) {
      stale = false
      attempt = new AbortController()
      const { signal } = attempt
      const began = Date.now()
      let pause = PAUSE_MS
      try {
        const rows = await source.read(signal)
        if (!signal.aborted) isolated(() => listener(rows))
        wait = FIRST_WAIT_MS
      } catch (error) {
        if (isEnded) return
        if (signal.aborted) continue
        isolated(() => onError?.(error))
        if (!isRefusal(error)) {
          stale = true
          pause = wait
          wait = Math.min(wait * 2, LONGEST_WAIT_MS)
        }
      }
      await sleep(Math.max(pause, Date.now() - began), signal)
    }
    reading = false
  }
  const refresh = () => {
    stale = true
    if (!reading) void readUntilFresh()
  }
  const follow = (narrow: boolean): Subscription =>
    source.subscribe(
      refresh,
      {
        ...options,
        onStale: refresh,
        onStatus: (status, error) => {
          // The narrow one has been given up.
          if (narrow && isWide) return
          if (narrow && status === 'closed' && isBadFilter(error)) widen()
          else onStatus?.(status, error)
        },
      },
      narrow,
    )
  const widen = () => {
    isWide = true
    subscription.unsubscribe()
    if (!isEnded) subscription = follow(false)
  }
  // What is read for one user is not shown to another.
  const unlisten = source.listen(() => {
    attempt.abort()
    refresh()
  })
  let isWide = false
  let subscription = follow(true)
  refresh()
  return {
    unsubscribe() {
      isEnded = true
      attempt.abort()
      unlisten()
      subscription.unsubscribe()
    },
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof MsingiError && [400, 401, 403, 404].includes(error.status)
}

function isBadFilter(error: Error | undefined): boolean {
  return error instanceof MsingiError && error.status === 400
}
