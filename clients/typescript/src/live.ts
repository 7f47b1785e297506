// Live changes of a table for callers without a key, such as dashboard users: they fetch tickets by POST /realtime/token.
import { Channel } from './live/channel.ts'
import { changeOf } from './live/live.ts'
import type { Change, ChangeListener, SubscribeOptions, Subscription } from './live/subscription.ts'
import { createWebSocketTransport, type Ticket } from './live/websocket-transport.ts'

export type { Change, ChangeType, Status, SubscribeOptions, Subscription } from './live/subscription.ts'
export type { Ticket } from './live/websocket-transport.ts'

/**
 * watchTable calls the listener for every change of the table that tickets are for. `issue` fetches a ticket whenever one
 * is needed; what it throws ends the subscription only if it is a MsingiError with a status that a retry does not change.
 */
export function watchTable<Row = Record<string, unknown>>(
  issue: (signal: AbortSignal) => Promise<Ticket>,
  listener: ChangeListener<Row>,
  options: Omit<SubscribeOptions, 'transport' | 'filter' | 'after' | 'onPosition'> & {
    readonly WebSocket?: typeof WebSocket
  } = {},
): Subscription {
  const { WebSocket: Socket = globalThis.WebSocket, ...rest } = options
  const channel = new Channel<Change<Row>>(createWebSocketTransport(issue, Socket, changeOf<Row>, JSON.parse))
  return channel.add(listener, rest, () => undefined)
}
