// Tabs take turns to renew a session, since a refresh token works once. Where there are no Web Locks, nobody waits.
import { runtime } from './runtime.ts'

/** exclusively runs the work while no other tab runs work of that name. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = runtime.navigator ?? {}
  return locks === undefined ? work() : locks.request(name, {}, work)
}

/**
 * mark leaves a sign for other tabs until it is taken away or the tab is closed; it gives the function that takes it
 * away, or undefined if that sign stands already. What one tab writes into local storage reaches the others a little
 * later, locks count at once: a sign tells whoever has the next turn what the storage may not tell yet.
 */
export function mark(name: string): Promise<(() => void) | undefined> {
  const { locks } = runtime.navigator ?? {}
  // Without pages nobody else writes into the storage unseen; in a process of many users, signs would only pile up.
  if (locks === undefined || runtime.document === undefined) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const hold = async (lock: unknown) => {
      if (lock === null) return resolve(undefined)
      await new Promise<void>((release) => resolve(release))
    }
    locks.request(name, { ifAvailable: true }, hold).catch(reject)
  })
}
