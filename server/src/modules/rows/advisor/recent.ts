// Keeps what was worked out for a project for a short time, so that several screens and people cost one look.
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'

// Figures of the largest project are some 500 KB.
const MAX_PROJECTS = 100

/** Recent returns what was worked out for a project lately, or works it out. */
export type Recent<T> = (projectId: string, find: () => Promise<T>) => Promise<T>

/** RecentOptions say for how many seconds results are kept, and what has them forgotten before. */
export interface RecentOptions {
  readonly seconds: number
  readonly invalidations?: Invalidations
}

/** createRecent makes a cache; with `invalidations`, results also end when the schema changes. Failures are not kept. */
export function createRecent<T>(clock: Clock, { seconds, invalidations }: RecentOptions): Recent<T> {
  const kept = new LRUCache<string, { readonly until: number; readonly found: Promise<T> }>({
    max: MAX_PROJECTS,
  })
  invalidations?.on(TABLES_CHANGED, (id) => (id === undefined ? kept.clear() : kept.delete(id)))
  return (projectId, find) => {
    const now = clock.now().getTime()
    const known = kept.get(projectId)
    if (known !== undefined && known.until > now) return known.found
    const entry = { until: now + seconds * 1000, found: find() }
    kept.set(projectId, entry)
    entry.found.catch(() => {
      if (kept.get(projectId) === entry) kept.delete(projectId)
    })
    return entry.found
  }
}
