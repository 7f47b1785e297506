// Read-only SQL that clients write (spec 4.5).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { queryExecRoutes } from './query-exec.routes.ts'
import { createQueryExec, type QueryExec } from './query-exec.service.ts'

/** queryExecModule returns what the module contributes, and the function that runs SQL. */
export function queryExecModule(platform: Platform): Module & { readonly exec: QueryExec } {
  const exec = createQueryExec(platform)
  return { name: 'query-exec', routes: (api) => queryExecRoutes(api, exec), exec }
}
