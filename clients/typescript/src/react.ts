// Hooks for React 18 and later. They take what they show, which knows its client: there is no provider.
import { useState, useSyncExternalStore } from 'react'
import type { Session } from './auth/stored-session.ts'
import type { User } from './auth/user.ts'
import type { Client } from './client.ts'
import type { Bucket } from './files/bucket.ts'
import type { FileBody, StoredObject, UploadOptions } from './files/files.ts'
import { List } from './http/list.ts'
import type { Status } from './live/subscription.ts'
import { errorOf, type Start, type State, Store } from './react/store.ts'
import { Uploader, type UploadState } from './react/uploader.ts'
import type { LiveListOptions } from './tables/live-list.ts'
import type { Query } from './tables/query.ts'
import type { TableTypes } from './tables/types.ts'

export type { UploadState } from './react/uploader.ts'

/** Shown is how far a value is read: `error` says why it could not be, and `refetch` reads it again. */
export interface Shown {
  readonly error: Error | undefined
  readonly isLoading: boolean
  refetch(): void
}

/** ShowOptions are when to read, and what to show before. */
export interface ShowOptions<Initial> {
  /** enabled is true unless it is set; otherwise nothing is read or shown. */
  readonly enabled?: boolean
  /** initial is shown until the first reading ends, such as what a server has rendered. */
  readonly initial?: Initial
}

/** useUser returns the signed-in user; undefined while loading, and if nobody is signed in. */
export function useUser(
  { auth }: Pick<Client, 'auth'>,
  { initial }: Pick<ShowOptions<User>, 'initial'> = {},
): { readonly user: User | undefined; readonly error: Error | undefined; readonly isLoading: boolean } {
  const start: Start<User> = (report) => {
    let isKnown = false
    const show = (session: Session | undefined, error?: Error) => {
      isKnown = true
      report({ value: session?.user, error, isLoading: false })
    }
    auth.session().then(
      (session) => isKnown || show(session),
      (error) => isKnown || report({ error: errorOf(error), isLoading: false }),
    )
    return auth.onChange(show)
  }
  const {
    value: user,
    error,
    isLoading,
  } = useStore(auth, '', (first) => new Store(auth.source.session, start, first), initial)[0]
  return { user, error, isLoading }
}

/** useRows reads a page of rows, and reads it anew when the query or the signed-in user is another. */
export function useRows<Row extends object, Result, Types extends TableTypes>(
  query: Query<Row, Result, Types>,
  options: ShowOptions<readonly Result[]> = {},
): Shown & { readonly rows: List<Result> | undefined } {
  const [{ value: rows, error, isLoading }, refetch] = useQuery(query, 'once', readPage(query), options)
  return { rows, error, isLoading, refetch }
}

/** useRow reads the row of that id, with what the query selects; undefined while loading, and if there is none. */
export function useRow<Row extends object, Result, Types extends TableTypes>(
  query: Query<Row, Result, Types>,
  id: string,
  { initial, ...options }: ShowOptions<Result> = {},
): Shown & { readonly row: Result | undefined } {
  const first = initial === undefined ? {} : { initial: [initial] }
  const { rows, ...shown } = useRows(query.filter('id', 'eq', id).limit(1), { ...options, ...first })
  return { row: rows?.[0], ...shown }
}

/** useLiveList reads a page of rows and keeps it in step with its table, as `query.live` does. */
export function useLiveList<Row extends object, Result, Types extends TableTypes>(
  query: Query<Row, Result, Types>,
  {
    transport = 'auto',
    ...options
  }: ShowOptions<readonly Result[]> & Pick<LiveListOptions, 'transport'> = {},
): Shown & { readonly rows: List<Result> | undefined; readonly status: Status | undefined } {
  const start: Start<List<Result>> = (report) => {
    let isRefused = false
    const { unsubscribe } = query.live(
      (rows) => report({ value: rows, error: undefined, isLoading: false }),
      {
        transport,
        onError: (error) => report({ error: errorOf(error), isLoading: false }),
        onStatus: (status, error) => {
          if (error !== undefined) report({ status, error, ...(status === 'closed' && { isLoading: false }) })
          // Why it did not connect is over once it does.
          else report(isRefused && status === 'live' ? { status, error: undefined } : { status })
          isRefused = error !== undefined || (isRefused && status !== 'live')
        },
      },
    )
    return unsubscribe
  }
  const [{ value: rows, ...state }, refetch] = useQuery(query, transport, start, options)
  return { rows, ...state, refetch }
}

/** useUpload uploads files to a bucket, one at a time: another one, `cancel` and unmounting stop it. */
export function useUpload(bucket: Bucket): UploadState & {
  /** upload stores a file and returns it; undefined if that failed, for which `error` says why, or was stopped. */
  upload(name: string, body: FileBody, options?: UploadOptions): Promise<StoredObject | undefined>
  cancel(): void
} {
  const [uploader] = useState(() => new Uploader())
  const state = useSyncExternalStore(uploader.subscribe, uploader.snapshot, uploader.snapshot)
  return {
    ...state,
    upload: (name, body, options) => uploader.upload(bucket, name, body, options),
    cancel: uploader.cancel,
  }
}

function readPage<Row extends object, Result, Types extends TableTypes>(
  query: Query<Row, Result, Types>,
): Start<List<Result>> {
  return (report) => {
    const ending = new AbortController()
    query.page(ending.signal).then(
      ({ rows }) => report({ value: rows, isLoading: false }),
      (error) => report({ error: errorOf(error), isLoading: false }),
    )
    return () => ending.abort()
  }
}

// A query that is made anew in each render is the same as long as its text and its client are.
function useQuery<Row extends object, Result, Types extends TableTypes>(
  { key, source: { session } }: Query<Row, Result, Types>,
  how: string,
  start: Start<List<Result>>,
  { enabled = true, initial }: ShowOptions<readonly Result[]>,
) {
  const open = (first: List<Result> | undefined) => new Store(session, enabled ? start : undefined, first)
  const rows = initial && new List(initial, undefined, undefined)
  return useStore(session, `${how} ${enabled} ${key}`, open, rows)
}

// Another key is another store in the same render, so that nothing of the one before is shown.
function useStore<Value>(
  of: object,
  key: string,
  open: (initial: Value | undefined) => Store<Value>,
  initial: Value | undefined,
): readonly [State<Value>, () => void] {
  const [held, hold] = useState(() => ({ of, key, store: open(initial) }))
  const isSame = held.of === of && held.key === key
  const { store } = isSame ? held : { store: open(undefined) }
  if (!isSame) hold({ of, key, store })
  return [useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot), store.refetch]
}
