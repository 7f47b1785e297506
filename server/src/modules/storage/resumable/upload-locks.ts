// One request at a time adds to an upload. A connection that has died without a word is not waited for: where no byte has
// come for some seconds, what has arrived is kept and the next request goes on. Between nodes, addPart
// and the lease of who finishes an upload decide.
import type { Clock } from '#platform/clock/clock.ts'
import { AppError } from '#platform/errors/app-error.ts'

const STALLED_MS = 3000
const PATIENCE_MS = 10_000

/** UploadLock is held by the request that adds to an upload. */
export interface UploadLock {
  /** moved says that bytes have come. */
  moved(): void
  /** settle says that all bytes are there: the request is not interrupted from now on. */
  settle(): void
  release(): void
}

/** UploadLocks are those of this node. */
export interface UploadLocks {
  /** tryTake locks an upload unless somebody holds it. */
  tryTake(id: string): UploadLock | undefined
  /** take locks an upload, or throws 423. `interrupt` has the holder stop early, and must lead to its release. */
  take(id: string, interrupt: () => void): Promise<UploadLock>
  /** interrupt ends the request that holds a lock, and waits for its end, for some seconds at most. */
  interrupt(id: string): Promise<void>
  /** released waits until nobody holds the lock, for some seconds at most. */
  released(id: string): Promise<void>
}

interface Holder {
  interrupt: (() => void) | undefined
  movedAt: number
  readonly released: Promise<void>
}

/** createUploadLocks returns the locks of this node. */
export function createUploadLocks(clock: Clock): UploadLocks {
  const held = new Map<string, Holder>()
  const now = () => clock.now().getTime()

  const released: UploadLocks['released'] = async (id) => {
    const holder = held.get(id)
    if (holder === undefined) return
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    await Promise.race([holder.released, late])
    clearTimeout(timer)
  }
  const interrupt: UploadLocks['interrupt'] = async (id) => {
    held.get(id)?.interrupt?.()
    await released(id)
  }
  const lock = (id: string, interrupted?: () => void): UploadLock => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const holder: Holder = { interrupt: interrupted, movedAt: now(), released: promise }
    held.set(id, holder)
    return {
      moved: () => {
        holder.movedAt = now()
      },
      settle: () => {
        holder.interrupt = undefined
      },
      release: () => {
        if (held.get(id) === holder) held.delete(id)
        resolve()
      },
    }
  }
  return {
    tryTake: (id) => (held.has(id) ? undefined : lock(id)),
    take: async (id, interrupted) => {
      const holder = held.get(id)
      if (holder?.interrupt !== undefined && now() - holder.movedAt >= STALLED_MS) await interrupt(id)
      if (held.has(id)) throw locked()
      return lock(id, interrupted)
    },
    interrupt,
    released,
  }
}

/** locked is the 423 of an upload to which another request adds. */
export function locked(): AppError {
  return new AppError('locked', 'Another request adds to this upload. Try again shortly.', {
    headers: { 'retry-after': '1' },
  })
}
