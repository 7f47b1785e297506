// Cron jobs of projects.
import type { CallFunction } from '#modules/automation/functions/invoke/background-calls.service.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { cronRoutes } from './cron.routes.ts'
import { countHeldBack, dropHeldBack } from './held-back.store.ts'
import { CRON_CHANGED, jobsOfFunctions } from './jobs.ts'
import { removeSurplus } from './runs.store.ts'
import { Scheduler } from './scheduler.ts'

const tags = { 'Cron jobs': 'Requests to addresses or functions of yours, by the clock.' } as const

API_TAGS.add(230, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'cron:read': { allows: 'See cron jobs and their runs.', roles: readers },
  'cron:write': { allows: 'Change and run cron jobs.', roles: developers },
} as const

PERMISSIONS.add(230, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const CLEAN_MS = 600_000
// Of each job so many runs are kept, for so long.
const KEPT_RUNS = 200
const KEEP_MS = 30 * 86_400_000

/** CronNeeds is what calls functions. */
export interface CronNeeds {
  readonly functions: { readonly call: CallFunction }
}

/** cronModule returns what the module contributes. */
export function cronModule(platform: Platform, { functions }: CronNeeds): Module {
  const { clusters, clock, invalidations } = platform
  const pool = clusters.main.jobs
  const scheduler = new Scheduler(platform, pool, functions.call)
  for (const topic of [CRON_CHANGED, PROJECT_CHANGED]) invalidations.on(topic, () => scheduler.wake())
  const clean = (stopping: AbortSignal) =>
    removeSurplus(pool, { before: new Date(clock.now().getTime() - KEEP_MS), kept: KEPT_RUNS }, stopping)
  return {
    name: 'cron',
    routes: (api) => cronRoutes(api, platform, scheduler),
    references: { function: jobsOfFunctions },
    upkeep: [{ what: 'delete runs that are not kept', everyMs: CLEAN_MS, run: clean }],
    heldBack: [
      {
        kind: 'cron_jobs',
        count: () => countHeldBack(pool, clock.now()),
        drop: () => dropHeldBack(pool, clock.now()),
      },
    ],
    start: async () => scheduler.wake(),
    close: () => scheduler.close(),
  }
}
