// Live changes of a table, and of the tables of a project, for who is signed in.
import { type Status, type Subscription, type Ticket, watchTable } from '@msingi/client/live'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { TableOf } from './rows.ts'
import { schemaKeys } from './schema.ts'

export type { Status }

/** LiveChange is which row of a table has changed. Its values lack digits: read the row. */
export interface LiveChange {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly id: string
}

async function issued(
  projectID: string,
  body: { table: string } | { schema: true },
  signal: AbortSignal,
): Promise<Ticket> {
  const params = { path: { projectID } }
  const issue = client.POST('/api/v1/projects/{projectID}/realtime/token', { params, body, signal })
  const { channel, ...ticket } = await data(issue)
  return { ...ticket, channel: channel ?? '' }
}

// However many changes there are, what they make old is read again at most so often.
const BETWEEN_MS = 1000

/** followSchema has what shows the schema of a project read again when it changes, or may have, until the signal is aborted. */
export function followSchema(projectId: string, signal: AbortSignal): void {
  if (signal.aborted) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const refresh = () => {
    timer = undefined
    last = Date.now()
    for (const queryKey of schemaKeys(projectId)) void queryClient.invalidateQueries({ queryKey })
  }
  const changed = () => {
    timer ??= setTimeout(refresh, Math.max(0, last + BETWEEN_MS - Date.now()))
  }
  // What has happened while there was no connection is not told.
  const onStatus = (status: Status) => status === 'live' && changed()
  const issue = (signal: AbortSignal) => issued(projectId, { schema: true }, signal)
  const subscription = watchTable(issue, changed, { onStatus })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  })
}

/** watchRows calls the listener for every change of a table's rows, until it is unsubscribed; `onStale` is as the client has it. */
export function watchRows(
  { projectId, slug: table }: TableOf,
  listener: (change: LiveChange) => void,
  onStale: () => void,
  onStatus?: (status: Status) => void,
): Subscription {
  const issue = (signal: AbortSignal) => issued(projectId, { table }, signal)
  return watchTable<{ readonly id: string }>(issue, ({ type, record }) => listener({ type, id: record.id }), {
    onStale,
    ...(onStatus && { onStatus }),
  })
}
