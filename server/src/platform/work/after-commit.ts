// What follows a committed change. The change has happened, and its answer says so, whatever becomes of the rest.
import type { Log } from '#platform/log/log.ts'

/** afterCommit does it; a failure is a warning in the log. `what` completes the sentence "could not …". */
export async function afterCommit(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.warn({ err }, `could not ${what}`)
  }
}
