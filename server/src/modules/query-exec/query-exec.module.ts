// Read-only SQL that clients write.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { createGuardedSql } from './guarded-sql.ts'
import { queryExecRoutes } from './query-exec.routes.ts'
import { createQueryExec, type QueryExec } from './query-exec.service.ts'
import { runningQueryRoutes } from './running-queries.routes.ts'
import { createRunningQueries } from './running-queries.ts'

/** queryExecModule returns what the module contributes, and the function that runs SQL. */
export function queryExecModule(platform: Platform): Module & { readonly exec: QueryExec } {
  const running = createRunningQueries(platform)
  const run = createGuardedSql(running)
  const exec = createQueryExec(run)
  return {
    name: 'query-exec',
    routes: (api) => {
      queryExecRoutes(api, platform, run, exec)
      runningQueryRoutes(api, running)
    },
    exec,
  }
}
