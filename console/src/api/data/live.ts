// Live changes of a table, and of the tables of a project, for who is signed in.
import { type Status, type Subscription, type Ticket, watchTable } from '@msingi/client/live'
import { client, data } from '#api/client/client.ts'
import type { TableOf } from './rows.ts'

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

/** watchSchema calls the listener when tables of a project have changed, or may have, until it is unsubscribed. */
export function watchSchema(projectId: string, listener: () => void): Subscription {
  let isFirst = true
  const onStatus = (status: Status) => {
    if (status !== 'live') return
    // What has happened while there was no connection is not told.
    if (!isFirst) listener()
    isFirst = false
  }
  return watchTable((signal) => issued(projectId, { schema: true }, signal), listener, { onStatus })
}

/** watchRows calls the listener for every change of a table's rows, until it is unsubscribed. */
export function watchRows(
  { projectId, slug: table }: TableOf,
  listener: (change: LiveChange) => void,
  onStatus: (status: Status) => void,
): Subscription {
  const issue = (signal: AbortSignal) => issued(projectId, { table }, signal)
  return watchTable<{ readonly id: string }>(issue, ({ type, record }) => listener({ type, id: record.id }), {
    onStatus,
  })
}
