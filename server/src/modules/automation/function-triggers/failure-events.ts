// The event `function.failed`: failures are counted in memory, added up in the database, and announced at most once a minute
// for each function, however many nodes there are: to webhooks and triggers, and as an alert to integrations.
import { z } from 'zod'
import type { FunctionFailure } from '#modules/automation/functions/invoke/invoke.service.ts'
import { functionAlert, queueAlerts } from '#modules/automation/integrations/alerts.service.ts'
import { queueEvent } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { writeBehind } from '#platform/work/write-behind.ts'
import { addFailures, type CountedFailures, hasDue, takeDue } from './failures.store.ts'

/** FUNCTION_FAILED is the event of failures, at most one a minute for each function. */
export const FUNCTION_FAILED = {
  type: 'function.failed',
  description:
    'A function has failed: it threw, answered 5xx, took too long or was ended. At most one a minute for each function.',
  data: z.object({
    function: z.object({ id: z.uuid(), slug: z.string() }),
    failures: z.int().describe('How many this event stands for.'),
    since: z.iso.datetime().describe('When the first of them happened.'),
    latest: z.object({
      invocation_id: z.uuid(),
      trigger: z.string(),
      status: z.int(),
      error: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  }),
} as const satisfies ProjectEvent

const FLUSH_MS = 1000
const PAUSE_MS = 60_000
const AT_ONCE = 100
// Of all projects of a node within one second; those beyond are in the functions' histories only.
const MAX_FUNCTIONS = 5000

/** FailureEvents announces failures. */
export interface FailureEvents {
  /** note counts a failure. One that announces a failure causes none, so that a function cannot call itself forever. */
  note(failure: FunctionFailure): void
  /** upkeep announces what had to wait, or what a node that died has counted. */
  readonly upkeep: readonly Upkeep[]
  /** close announces what was counted, as far as it may be. */
  close(): Promise<void>
}

/** createFailureEvents returns those of this node. */
export function createFailureEvents(platform: Platform): FailureEvents {
  const { clock, log } = platform
  const { admin } = platform.clusters.main
  const announce = async () => {
    const now = clock.now()
    if (!(await hasDue(admin, now))) return
    await transaction(admin, async (db) => {
      const next = new Date(now.getTime() + PAUSE_MS)
      const due = await takeDue(db, now, next, AT_ONCE)
      const failed = due.map(({ project_id, project_name, function_id, slug, failures, since, latest }) => ({
        project: { id: project_id, name: project_name },
        function: { id: function_id, slug },
        ...{ failures, since, latest },
      }))
      for (const { project, ...data } of failed)
        await queueEvent(platform, db, project.id, { event: FUNCTION_FAILED, data })
      await queueAlerts(
        platform,
        db,
        failed.map((one) => functionAlert(one, now)),
      )
    })
  }
  const what = 'announce failures of functions'
  const behind = writeBehind<CountedFailures>({
    log,
    what,
    afterMs: FLUSH_MS,
    most: MAX_FUNCTIONS,
    merge: (older, newer) => ({
      ...newer,
      failures: older.failures + newer.failures,
      since: older.since,
    }),
    async write(counted, done) {
      await addFailures(admin, [...counted.values()], clock.now())
      for (const id of counted.keys()) done(id)
      await announce()
    },
  })
  const announceAll = async () => {
    await behind.flush()
    await announce()
  }
  return {
    note({ project_id, function: { id }, invocation_id, trigger, status, error, at }) {
      if (trigger === FUNCTION_FAILED.type) return
      const latest = { invocation_id, trigger, status, error, at }
      behind.note(id, { function_id: id, project_id, failures: 1, since: at, latest })
    },
    upkeep: [{ what, everyMs: PAUSE_MS, run: announceAll }],
    close: behind.close,
  }
}
