// An item of the console that is edited: shown at once, written after a pause, and merged where another tab was faster.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import { type Item, itemQuery, putItem, readItem, type Whose } from './console-items.ts'

/** KeptValue says what is kept under a key, for whom, how its JSON is read, and how two versions become one. */
export interface KeptValue<Value> {
  readonly whose: Whose
  readonly key: string
  readonly read: (json: unknown) => Value
  /** merge makes one of what the viewer and somebody else have made of `before`. */
  readonly merge: (mine: Value, theirs: Value, before: Value) => Value
}

/** Kept is a value and what changes it; `failure` is why the latest change is not on the server. */
export interface Kept<Value> {
  /** value is undefined while it is loaded. */
  readonly value: Value | undefined
  readonly error: Error | null
  readonly failure: Error | null
  readonly retry: () => void
  readonly change: (next: (now: Value) => Value) => void
}

const PAUSE_MS = 800
const RETRY_MS = 10_000

/**
 * useKept keeps a value in a project. `kind` is the same object at each render. Who may not write changes it for as long as they
 * look at it.
 */
export function useKept<Value>(projectId: string, kind: KeptValue<Value>, mayWrite = true): Kept<Value> {
  const client = useQueryClient()
  const { whose, key } = kind
  const { queryKey } = itemQuery(projectId, whose, key)
  const [failure, setFailure] = useState<Error | null>(null)
  const saver = useRef({ dirty: false, busy: false, timer: 0, before: undefined as unknown })
  const cached = () => client.getQueryData<Item>(queryKey)
  const isOwn = whose === 'me'
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const item = await readItem(projectId, whose, key, signal)
      // What has been changed meanwhile stays until it is written.
      const { dirty, busy } = saver.current
      return ((dirty || busy) && cached()) || item
    },
    ...(isOwn ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    refetchOnWindowFocus: !isOwn,
  })
  const json = query.data?.value
  const loaded = query.data !== undefined
  const value = useMemo(() => (loaded ? kind.read(json) : undefined), [kind, loaded, json])

  const schedule = (pause: number) => {
    clearTimeout(saver.current.timer)
    saver.current.timer = window.setTimeout(save, pause)
  }
  const change = (next: (now: Value) => Value) => {
    const state = saver.current
    const now = cached()
    if (now === undefined) return
    if (!state.dirty && !state.busy) state.before = now.value
    client.setQueryData<Item>(queryKey, { ...now, value: next(kind.read(now.value)) })
    state.dirty = true
    if (mayWrite) schedule(PAUSE_MS)
  }
  const save = async (leaving = false) => {
    const state = saver.current
    const item = cached()
    if (!state.dirty || state.busy || item === undefined) return
    clearTimeout(state.timer)
    Object.assign(state, { dirty: false, busy: true })
    let pause = PAUSE_MS
    try {
      const { version } = await putItem(projectId, whose, key, item, leaving)
      state.before = item.value
      setFailure(null)
      // What was read elsewhere before this was written is read again.
      const isSame = state.dirty || cached()?.value === item.value
      if (isSame) client.setQueryData<Item>(queryKey, (now) => now && { ...now, version })
      else await client.invalidateQueries({ queryKey })
    } catch (error) {
      state.dirty = true
      pause = await recover(error as Error)
    } finally {
      state.busy = false
      if (state.dirty) schedule(pause)
    }
  }
  /** recover returns how long to wait before the next try. */
  const recover = async (error: Error): Promise<number> => {
    try {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      await merge()
      setFailure(null)
      return PAUSE_MS
    } catch (failure) {
      // The same failure again is no other.
      setFailure((now) => (now?.message === (failure as Error).message ? now : (failure as Error)))
      return RETRY_MS
    }
  }
  const merge = async () => {
    const { value, version } = await readItem(projectId, whose, key)
    const [theirs, before] = [kind.read(value), kind.read(saver.current.before)]
    saver.current.before = value
    client.setQueryData<Item>(
      queryKey,
      (now) => now && { value: kind.merge(kind.read(now.value), theirs, before), version },
    )
  }
  const flush = useEffectEvent((leaving: boolean) => {
    if (mayWrite) void save(leaving)
    else if (saver.current.dirty && !leaving) client.removeQueries({ queryKey })
  })

  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && flush(true)
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      flush(false)
    }
  }, [])

  return { value, error: query.error, failure, retry: query.refetch, change }
}
