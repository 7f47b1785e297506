// Web Locks between tabs, for renewing a session: a refresh token works once. Without Web Locks, tabs do not wait.
import { runtime } from './runtime.ts'

/** exclusively runs the work under the lock of that name. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = runtime.navigator ?? {}
  return locks === undefined ? work() : locks.request(name, {}, work)
}

/** seesTabs reports whether other tabs, if there are any, are waited for. */
export function seesTabs(): boolean {
  return runtime.document === undefined || runtime.navigator?.locks !== undefined
}

/**
 * mark holds the lock of that name until the returned function is called or the tab is closed; it returns undefined if
 * another tab holds it. Changes of local storage reach other tabs late, locks at once: the mark tells the next tab what
 * its storage may not show yet.
 */
export function mark(name: string): Promise<(() => void) | undefined> {
  const { locks } = runtime.navigator ?? {}
  // Outside of browsers there are no other tabs, and a process with many users would accumulate marks.
  if (locks === undefined || runtime.document === undefined) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const hold = async (lock: unknown) => {
      if (lock === null) return resolve(undefined)
      await new Promise<void>((release) => resolve(release))
    }
    locks.request(name, { ifAvailable: true }, hold).catch(reject)
  })
}
