// Cron jobs of projects (spec 2.16, 4.15).
import type { CallFunction } from '#modules/functions/invoke/background-calls.service.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { cronRoutes } from './cron.routes.ts'
import { jobsOfFunctions } from './jobs.ts'
import { Scheduler } from './scheduler.ts'

/** cronModule returns what the module contributes. */
export function cronModule(platform: Platform, functions: { readonly call: CallFunction }): Module {
  const scheduler = new Scheduler(platform, platform.clusters.main.jobs, functions.call)
  return {
    name: 'cron',
    routes: (api) => cronRoutes(api, platform, scheduler),
    references: { function: jobsOfFunctions },
    close: () => scheduler.close(),
  }
}
