// An item of the console that is edited: shown at once, written after a pause, and merged with what other windows have written.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { itemQuery } from './console-items.ts'
import { type KeptValue, writesTo } from './kept-writes.ts'

/** Kept is a value and what changes it; `failure` is why the latest change is not on the server. */
export interface Kept<Value> {
  /** value is undefined while it is loaded. */
  readonly value: Value | undefined
  readonly error: Error | null
  readonly failure: Error | null
  readonly retry: () => void
  readonly change: (next: (now: Value) => Value) => void
}

/**
 * useKept keeps a value in a project. `kind` is the same object at each render. Who may not write changes it for as long as they
 * look at it.
 */
export function useKept<Value>(projectId: string, kind: KeptValue<Value>, mayWrite = true): Kept<Value> {
  const client = useQueryClient()
  const { queryKey } = itemQuery(projectId, kind.whose, kind.key)
  const writes = () => writesTo(client, projectId, queryKey, kind)
  const isOwn = kind.whose === 'me'
  const query = useQuery({
    queryKey,
    // It is not aborted: what is changed before it has arrived is kept beside it.
    queryFn: () => writes().read(),
    ...(isOwn ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    refetchOnWindowFocus: !isOwn,
  })
  const { subscribe, failure, item, change } = writes()
  const fetched = query.data
  // The query tells of a change only after the next key may have been pressed.
  const now = useSyncExternalStore(subscribe, item) ?? fetched
  const json = now?.value
  const loaded = now !== undefined
  const value = useMemo(() => (loaded ? kind.read(json) : undefined), [kind, loaded, json])
  const begin = useEffectEvent(() => Object.assign(writes(), { kind, mayWrite }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what writes follows what is shown
  useEffect(() => void begin(), [kind, mayWrite])

  const flush = useEffectEvent((leaving: boolean) => {
    if (mayWrite) void writes().save(leaving)
    else if (writes().isDirty && !leaving) client.removeQueries({ queryKey })
  })
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && flush(true)
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      flush(false)
    }
  }, [])

  return {
    value,
    error: query.error,
    failure: useSyncExternalStore(subscribe, failure),
    retry: query.refetch,
    change,
  }
}
