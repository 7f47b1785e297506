// Live changes of a table, for who is signed in.
import { type Status, type Subscription, type Ticket, watchTable } from '@msingi/client/live'
import { client, data } from '#api/client/client.ts'
import type { TableOf } from './rows.ts'

export type { Status }

/** LiveChange is which row of a table has changed. Its values lack digits: read the row. */
export interface LiveChange {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly id: string
}

/** watchRows calls the listener for every change of a table's rows, until it is unsubscribed. */
export function watchRows(
  { projectId: projectID, slug: table }: TableOf,
  listener: (change: LiveChange) => void,
  onStatus: (status: Status) => void,
): Subscription {
  const issue = async (signal: AbortSignal): Promise<Ticket> => {
    const path = '/api/v1/projects/{projectID}/realtime/token'
    const { channel, ...ticket } = await data(
      client.POST(path, { params: { path: { projectID } }, body: { table }, signal }),
    )
    return { ...ticket, channel: channel ?? '' }
  }
  return watchTable<{ readonly id: string }>(issue, ({ type, record }) => listener({ type, id: record.id }), {
    onStatus,
  })
}
