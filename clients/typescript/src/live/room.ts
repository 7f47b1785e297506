// Channels for messages between clients, with presence and history. They need WebSocket.
import type { Parse } from '../http/answers.ts'
import { Channel } from './channel.ts'
import type { Status, Subscription } from './subscription.ts'
import {
  createWebSocketTransport,
  type Member,
  type Publication,
  type Push,
  type Ticket,
  type WebSocketTransport,
} from './websocket-transport.ts'

/** RoomEvent is a message of a channel, or a client that came or went. Events come for one's own, too. */
export type RoomEvent<Data = unknown> =
  | ({ readonly type: 'message'; readonly data: Data } & Member)
  | ({ readonly type: 'join' | 'leave' } & Member)

/** RoomOptions are the types of events to hear of, all by default, and a listener for the subscription's status. */
export interface RoomOptions {
  readonly events?: readonly RoomEvent['type'][]
  readonly onStatus?: (status: Status, error?: Error) => void
}

/** Room is a channel; it is connected for as long as there are subscriptions. */
export interface Room<Data = unknown> {
  /** subscribe calls the listener for every message, and for every client that comes or goes. */
  subscribe(listener: (event: RoomEvent<Data>) => void, options?: RoomOptions): Subscription
  /** publish sends a message to all clients of the channel. Rejects with status 0 while the channel is not connected. */
  publish(data: Data): Promise<void>
  /** presence returns the clients of the channel. Rejects with status 400 where there are more than 500. */
  presence(): Promise<readonly Member[]>
  /** history returns the latest messages, the oldest first. */
  history(limit?: number): Promise<readonly RoomEvent<Data>[]>
}

/** RoomConnection is a channel over a WebSocket of its own. */
export class RoomConnection implements Room {
  readonly #transport: WebSocketTransport<RoomEvent>
  readonly #channel: Channel<RoomEvent>

  constructor(issue: (signal: AbortSignal) => Promise<Ticket>, Socket: typeof WebSocket, parse: Parse) {
    this.#transport = createWebSocketTransport(issue, Socket, eventOf, parse)
    this.#channel = new Channel(this.#transport)
  }

  subscribe(listener: (event: RoomEvent) => void, options: RoomOptions = {}): Subscription {
    return this.#channel.add(listener, options, () => {})
  }

  async publish(data: unknown): Promise<void> {
    await this.#transport.request('publish', { data })
  }

  async presence(): Promise<readonly Member[]> {
    const { presence } = await this.#transport.request('presence')
    return Object.values((presence as { readonly presence: Readonly<Record<string, Member>> }).presence)
  }

  async history(limit = 100): Promise<readonly RoomEvent[]> {
    const { history } = await this.#transport.request('history', { limit })
    const { publications = [] } = history as { readonly publications?: readonly Publication[] }
    return publications.map((pub) => eventOf({ pub })).filter((event) => event !== undefined)
  }

  /** restart reconnects as the current user. */
  restart(): void {
    this.#channel.restart()
  }
}

function eventOf({ pub, join, leave }: Push): RoomEvent | undefined {
  if (pub !== undefined) return { type: 'message', data: pub.data, ...(pub.info as Member) }
  if (join !== undefined) return { type: 'join', ...join.info }
  return leave === undefined ? undefined : { type: 'leave', ...leave.info }
}
