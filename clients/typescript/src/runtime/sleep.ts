// Waiting before another attempt.
import { runtime } from './runtime.ts'
import { LONGEST_MS } from './watchdog.ts'

/** sleep waits; it ends early when the signal aborts, or when the device is online again. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      runtime.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_MS))
    signal?.addEventListener('abort', done)
    runtime.addEventListener?.('online', done)
  })
}
