// Background jobs as dashboard users see them: those that have failed for good.

import { admins, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { registerJobFigures } from '#platform/jobs/job-metrics.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { jobRoutes } from './jobs.routes.ts'

const permissions = {
  'jobs:read': { allows: 'List background jobs that have failed.', roles: admins },
  'jobs:write': { allows: 'Run failed background jobs again, or discard them.', roles: admins },
} as const

PERMISSIONS.add(90, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** jobsModule returns what the module contributes. */
export function jobsModule(platform: Platform): Module {
  return {
    name: 'jobs',
    routes: (api) => jobRoutes(api, platform),
    metrics: (registry) => registerJobFigures(registry, platform.jobs),
  }
}
