// What operators see of the backups that the server makes by itself.
import { z } from 'zod'
import { nextRun } from '#platform/clock/schedules.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { readState } from './backups.store.ts'

const access = { by: ['dashboard'], permission: 'operator:read' } as const
const time = z.iso.datetime().nullable()

const backups = z
  .object({
    is_scheduled: z.boolean().describe('`MSINGI_BACKUP_TO` is set.'),
    next_at: time,
    succeeded_at: time.describe('When the last good one began.'),
    failed_at: time.describe('Null where the last attempt succeeded.'),
    error: z.string().nullable(),
    restored_at: time.describe('When the last one began that was restored for a trial.'),
  })
  .meta({ id: 'Backups' })

/** backupRoutes registers the route. */
export function backupRoutes(app: App, { clusters, config, clock }: Platform): void {
  section(app, { at: '/operator', tag: 'Operators', access }).get(
    '/backups',
    { summary: 'Get how the backups of the server go', response: answers(200, backups) },
    async () => {
      const { succeeded_at, failed_at, error, restored_at } = await readState(clusters.main.admin)
      const schedule = config.backups?.schedule
      const next_at =
        schedule === undefined ? null : nextRun(schedule.pattern, schedule.timezone, clock.now())
      return { is_scheduled: schedule !== undefined, next_at, succeeded_at, failed_at, error, restored_at }
    },
  )
}
