// Says when a function keeps failing: after so many failures in a row on a node, at most once in some hours.
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { notifyNow } from '#platform/events/platform-events.ts'
import type { Platform } from '#platform/platform.ts'
import { isRefused } from '#platform/work/write-behind.ts'
import type { InvocationRow } from './function-log.store.ts'

const IN_A_ROW = 5
const QUIET_SECONDS = 6 * 3600
const MAX_FUNCTIONS = 10_000

/** FailureWatch watches the invocations of a node. */
export interface FailureWatch {
  /** note counts an invocation that has ended. */
  note(row: InvocationRow): void
  /** report writes an event for each function that was found failing since the last call. */
  report(): Promise<void>
}

/** watchFailures begins to count. Limits that a caller has met (429) say nothing of the function. */
export function watchFailures(platform: Platform): FailureWatch {
  const streaks = recentlyUsed<number>(MAX_FUNCTIONS)
  const failing = new Map<string, InvocationRow>()
  return {
    note(row) {
      const { function_id, status, error } = row
      if (status === 429) return
      if (status < 500 || error === null) {
        streaks.delete(function_id)
        return
      }
      const streak = (streaks.get(function_id) ?? 0) + 1
      streaks.set(function_id, streak)
      if (streak % IN_A_ROW === 0) failing.set(function_id, row)
    },
    async report() {
      for (const [function_id, { id, project_id, version, error }] of failing) {
        await notifyNow(platform, {
          type: 'function.failing',
          projectId: project_id,
          subject: function_id,
          quietSeconds: QUIET_SECONDS,
          message: `A function has failed ${IN_A_ROW} times in a row.`,
          data: { function_id, version, invocation_id: id, error },
        }).catch((err) => {
          // The project may be gone.
          if (!isRefused(err)) throw err
        })
        failing.delete(function_id)
      }
    },
  }
}
