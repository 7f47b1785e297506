// An item of the console that is edited: shown at once, written after a pause, and merged where another tab was faster.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import { type Item, itemQuery, putItem, readItem } from './console-items.ts'

/** KeptValue says what is kept under a key: how its JSON is read, and how two versions become one. */
export interface KeptValue<Value> {
  readonly key: string
  readonly read: (json: unknown) => Value
  readonly merge: (mine: Value, theirs: Value) => Value
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

/** useKept keeps a value for the viewer in a project. `kind` is the same object at each render. */
export function useKept<Value>(projectId: string, kind: KeptValue<Value>): Kept<Value> {
  const client = useQueryClient()
  const options = itemQuery(projectId, 'me', kind.key)
  const query = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false })
  const [failure, setFailure] = useState<Error | null>(null)
  const saver = useRef({ dirty: false, busy: false, timer: 0 })
  const json = query.data?.value
  const loaded = query.data !== undefined
  const value = useMemo(() => (loaded ? kind.read(json) : undefined), [kind, loaded, json])

  const schedule = () => {
    clearTimeout(saver.current.timer)
    saver.current.timer = window.setTimeout(save, PAUSE_MS)
  }
  const change = (next: (now: Value) => Value) => {
    const now = client.getQueryData<Item>(options.queryKey)
    if (now === undefined) return
    client.setQueryData<Item>(options.queryKey, { ...now, value: next(kind.read(now.value)) })
    saver.current.dirty = true
    schedule()
  }
  const save = async (leaving = false) => {
    const state = saver.current
    const item = client.getQueryData<Item>(options.queryKey)
    if (!state.dirty || state.busy || item === undefined) return
    clearTimeout(state.timer)
    Object.assign(state, { dirty: false, busy: true })
    try {
      const { version } = await putItem(projectId, 'me', kind.key, item, leaving)
      client.setQueryData<Item>(options.queryKey, (now) => now && { ...now, version })
      setFailure(null)
    } catch (error) {
      state.dirty = true
      const conflict = error instanceof ApiError && error.status === 412
      setFailure(conflict ? null : (error as Error))
      if (conflict) await merge().catch(setFailure)
    } finally {
      state.busy = false
      if (state.dirty) schedule()
    }
  }
  const merge = async () => {
    const { value, version } = await readItem(projectId, 'me', kind.key)
    client.setQueryData<Item>(
      options.queryKey,
      (now) => now && { value: kind.merge(kind.read(now.value), kind.read(value)), version },
    )
  }
  const flush = useEffectEvent((leaving: boolean) => void save(leaving))

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
