// Waiting before another attempt.
import { runtime } from './runtime.ts'

/** sleep waits; it ends early when the signal aborts, or when the device is online again. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      runtime.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
    runtime.addEventListener?.('online', done)
  })
}
