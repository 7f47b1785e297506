// Read-only SQL that clients write.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { createGuardedSql } from './guarded-sql.ts'
import { queryExecRoutes } from './query-exec.routes.ts'
import { createQueryExec, type QueryExec } from './query-exec.service.ts'
import { runningQueryRoutes } from './running-queries.routes.ts'
import { createRunningQueries } from './running-queries.ts'

/** QueryExecModule is the module, with what runs SQL. */
export interface QueryExecModule extends Module {
  readonly exec: QueryExec
}

/** queryExecModule returns what the module contributes. */
export function queryExecModule(platform: Platform): QueryExecModule {
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
