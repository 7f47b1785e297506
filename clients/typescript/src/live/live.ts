// Everything live of one client: tables over either transport, and channels for messages.
import { objectOf, type Parse, strange } from '../http/answers.ts'
import type { Open, Request } from '../http/http.ts'
import { Channel } from './channel.ts'
import { followInOrder } from './in-order.ts'
import { type Room, RoomConnection } from './room.ts'
import { createSseTransport } from './sse-transport.ts'
import type { Change, ChangeListener, SubscribeOptions, Subscription } from './subscription.ts'
import type { Position } from './transport.ts'
import { createWebSocketTransport, type Push, type Ticket } from './websocket-transport.ts'

/** LiveContext sends requests with the client's credentials. */
export interface LiveContext {
  readonly request: Request
  readonly open: Open
  /** parse reads the JSON of changes and messages. */
  readonly parse: Parse
  /** path is that of the project's live changes. */
  readonly path: string
  /** Socket is null where the server cannot be reached by WebSocket. */
  readonly Socket: typeof WebSocket | null
}

/** changeOf reads the change of a push. */
export function changeOf<Row>({ pub }: Push, position: Position | undefined): Change<Row> | undefined {
  return pub && ({ ...(pub.data as object), position } as Change<Row>)
}

/** Live holds the connections of a client. */
export class Live {
  readonly #context: LiveContext
  readonly #tables = new Map<string | symbol, Channel<Change>>()
  readonly #rooms = new Map<string, RoomConnection>()

  constructor(context: LiveContext) {
    this.#context = context
  }

  /** subscribe calls the listener for changes of a table. Subscriptions with the same transport and filter share a connection. */
  subscribe(table: string, listener: ChangeListener<never>, options: SubscribeOptions = {}): Subscription {
    const { transport = 'auto', filter, after, onPosition } = options
    const isOfSse = after !== undefined && !after.includes(':')
    if (isOfSse && transport === 'websocket')
      throw new Error("This position is one of server-sent events. Use the transport 'sse' or 'auto'.")
    const Socket = transport === 'sse' || isOfSse ? null : this.#context.Socket
    if (transport === 'websocket' && Socket === null) throw noSocket("Use the transport 'sse'.")
    const query = new URLSearchParams(filter === undefined ? { table } : { table, filter })
    // Whoever has a position of their own has a connection of their own.
    const isShared = after === undefined && onPosition === undefined
    const name = isShared ? `${Socket === null ? 'sse' : 'websocket'} ${query}` : Symbol()
    let channel = this.#tables.get(name)
    if (channel === undefined) {
      channel = new Channel(
        Socket === null ? this.#overSse(query) : this.#overWebSocket(query, Socket),
        after,
      )
      this.#tables.set(name, channel)
    }
    const each = listener as ChangeListener<Record<string, unknown>>
    const onIdle = () => void this.#tables.delete(name)
    return onPosition === undefined
      ? channel.add(each, options, onIdle)
      : followInOrder(channel, each, { ...options, onPosition }, onIdle)
  }

  /** room returns the channel of that name. */
  room(name: string): Room {
    const { Socket } = this.#context
    if (Socket === null) throw noSocket('Channels for messages need it.')
    const known = this.#rooms.get(name)
    if (known !== undefined) return known
    const room = new RoomConnection(
      this.#issue(new URLSearchParams({ channel: name })),
      Socket,
      this.#context.parse,
    )
    this.#rooms.set(name, room)
    return room
  }

  /** restart reconnects everything with the current session. */
  restart(): void {
    for (const one of [...this.#tables.values(), ...this.#rooms.values()]) one.restart()
  }

  #issue(query: URLSearchParams): (signal: AbortSignal) => Promise<Ticket> {
    const { request, path } = this.#context
    return async (signal) => {
      const { data } = await request<Ticket>({ method: 'POST', path: `${path}/connect`, query, signal })
      if (typeof objectOf(data).url !== 'string') throw strange()
      return data
    }
  }

  #overWebSocket(query: URLSearchParams, Socket: typeof WebSocket) {
    return createWebSocketTransport(
      this.#issue(query),
      Socket,
      changeOf<Record<string, unknown>>,
      this.#context.parse,
    )
  }

  #overSse(query: URLSearchParams) {
    const { open, path, parse } = this.#context
    return createSseTransport(async (lastEventId, signal) => {
      const headers: Record<string, string> = { accept: 'text/event-stream' }
      if (lastEventId !== undefined) headers['last-event-id'] = lastEventId
      // A channel tries again by itself.
      const response = await open({ path: `${path}/events`, query, headers, signal, retries: 0 })
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      await response.body?.cancel()
      throw strange(response.status)
    }, parse)
  }
}

function noSocket(advice: string): Error {
  return new Error(`The server cannot be reached by WebSocket from here. ${advice}`)
}
