// Data of the server in memory: fetched once, shared by all screens, refetched when it is stale. Nothing is persisted.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FRESH_MS = 15_000
const MOST_TRIES = 3
const MOST_WAIT_MS = 30_000

// The library leaves a first answer that is under way as it is, and takes what comes as new.
class RefreshingClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firsts = this.getQueryCache()
      .findAll({ ...(filters as InvalidateQueryFilters), fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    const read = firsts.map((query) => query.promise?.catch(() => undefined))
    await Promise.all([super.invalidateQueries(filters, options), ...read])
    if (firsts.length > 0) await super.invalidateQueries({ predicate: (query) => firsts.includes(query) })
  }
}

/** queryClient retries what a repeat can mend, and waits as long as `Retry-After` says. */
export const queryClient = new RefreshingClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: isWorthwhile, retryDelay: delayOf },
    mutations: { retry: false },
  },
})

function isWorthwhile(failures: number, error: Error): boolean {
  const { status } = error as Partial<ApiError>
  return failures < MOST_TRIES && (status === 0 || status === 429 || status === 502 || status === 503)
}

function delayOf(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return Math.min(seconds === undefined ? 500 * 2 ** failures : seconds * 1000, MOST_WAIT_MS)
}
