// Background jobs as dashboard users see them: those that have failed for good.
import { registerJobFigures } from '#platform/jobs/job-metrics.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { jobRoutes } from './jobs.routes.ts'

/** jobsModule returns what the module contributes. */
export function jobsModule(platform: Platform): Module {
  return {
    name: 'jobs',
    routes: (api) => jobRoutes(api, platform),
    metrics: (registry) => registerJobFigures(registry, platform.jobs),
  }
}
