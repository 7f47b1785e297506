// The overview of a project: requests of the last day, counts and sizes.
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import { readFigures } from '#modules/storage/usage/usage.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import type { TableFigures } from './figures.ts'
import * as store from './overview.store.ts'

const DAY_MS = 24 * 3_600_000

/** Overview is how a project is doing. */
export interface Overview {
  readonly requests: store.RequestFigures
  readonly counts: store.ProjectCounts & { readonly tables: number; readonly users: number }
  readonly sizes: {
    readonly rows: number
    readonly database_bytes: number
    readonly storage_bytes: number
  }
}

/** findOverview works the overview out. */
export async function findOverview(
  platform: Platform,
  project: ProjectRecord,
  figures: readonly TableFigures[],
): Promise<Overview> {
  const db = platform.clusters.main.adminOf(project)
  const now = platform.clock.now()
  const sum = (of: (table: TableFigures) => number) => figures.reduce((total, table) => total + of(table), 0)
  return {
    requests: await store.findRequests(db, project.id, new Date(now.getTime() - DAY_MS)),
    counts: {
      ...(await store.countThings(db, project.id, now)),
      tables: figures.filter(({ slug }) => builtInTable(slug) === undefined).length,
      users: figures.find(({ slug }) => slug === 'users')?.estimated_rows ?? 0,
    },
    sizes: {
      rows: sum(({ estimated_rows }) => estimated_rows),
      database_bytes: sum(({ row_bytes, index_bytes, toast_bytes }) => row_bytes + index_bytes + toast_bytes),
      storage_bytes: (await readFigures(platform, project)).bytes,
    },
  }
}
