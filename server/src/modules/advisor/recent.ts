// Keeps what was worked out for a project for a short time, so that several screens and people cost one look.
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'

// Figures of the largest project are some 500 KB.
const MAX_PROJECTS = 100

/** Recent returns what was worked out for a project lately, or works it out. */
export type Recent<T> = (projectId: string, find: () => Promise<T>) => Promise<T>

/** createRecent makes a cache that keeps results for so many seconds. Failures are not kept. */
export function createRecent<T>(clock: Clock, seconds: number): Recent<T> {
  const kept = new LRUCache<string, { readonly until: number; readonly found: Promise<T> }>({
    max: MAX_PROJECTS,
  })
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
