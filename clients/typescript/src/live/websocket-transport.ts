// Events over WebSocket: a token from the API, one connect command, then pushes of the channel.
import { objectOf, type Parse } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import { watchdog } from '../runtime/watchdog.ts'
import type { LiveEvent } from './subscription.ts'
import type { Position, Receiver, Transport } from './transport.ts'

/** Ticket is the response of POST /realtime/connect. */
export interface Ticket {
  readonly url: string
  readonly token: string
  readonly channel: string
  readonly expires_at: string
}

/** Member is a client of a channel, and who it is: `user:{id}`, `project:{id}` or `account:{id}`. */
export interface Member {
  readonly client: string
  readonly user: string
}

/** Publication is a change of a table, or a message with who has sent it. */
export interface Publication {
  readonly data: unknown
  readonly offset?: number
  readonly info?: Member
}

/** Push is what the server sends on its own. */
export interface Push {
  readonly channel?: string
  readonly pub?: Publication
  readonly join?: { readonly info: Member }
  readonly leave?: { readonly info: Member }
  /** unsubscribe comes when the table or channel is gone or turned off. */
  readonly unsubscribe?: unknown
}

interface ChannelState {
  readonly epoch?: string
  readonly offset?: number
  readonly was_recovering?: boolean
  readonly recovered?: boolean
  readonly publications?: readonly Publication[]
}

interface Message {
  readonly id?: number
  readonly connect?: { readonly ping?: number; readonly subs?: Readonly<Record<string, ChannelState>> }
  readonly error?: { readonly code: number; readonly message: string }
  readonly push?: Push
}

/** Reply is the answer to a command, by the command's name. */
export type Reply = Message & Readonly<Record<string, unknown>>

/** WebSocketTransport also sends commands while it is connected. */
export interface WebSocketTransport<Event extends LiveEvent> extends Transport<Event> {
  /** request sends a command of the channel. Rejects with a MsingiError: status 0 while nothing is connected. */
  request(method: string, body?: object): Promise<Reply>
}

/** Read makes an event of a push, which has a position where it can be resumed behind. */
export type Read<Event> = (push: Push, position: Position | undefined) => Event | undefined

interface Connection {
  readonly channel: string
  send(command: object): void
  readonly waiting: Map<number, (reply: Reply | undefined) => void>
}

const NAME = 'msingi-typescript'
const OPEN_MS = 10_000
// How much later than expected a ping of the server can come.
const GRACE_MS = 10_000
const DEFAULT_PING_SECONDS = 25
const NORMAL_CLOSURE = 1000
const CONNECT_ID = 1
// What HTTP would answer in place of an error of the protocol.
const STATUSES: Readonly<Record<number, number>> = { 102: 404, 103: 403, 106: 400, 108: 400, 111: 429 }

/** createWebSocketTransport returns the transport; `issue` gets a ticket from the server, `read` makes events of pushes. */
export function createWebSocketTransport<Event extends LiveEvent>(
  issue: (signal: AbortSignal) => Promise<Ticket>,
  Socket: typeof WebSocket,
  read: Read<Event>,
  parse: Parse,
): WebSocketTransport<Event> {
  let ticket: Ticket | undefined
  let connection: Connection | undefined
  let requests = CONNECT_ID
  let hasOpened = false
  const opened = (next: Connection | undefined) => {
    connection = next
    hasOpened ||= next !== undefined
  }
  return {
    async connect(position, receiver, signal) {
      // A ticket can be used again: after a restart of the server, reconnecting clients do not all request a new one.
      const kept = ticket !== undefined && Date.parse(ticket.expires_at) > Date.now() ? ticket : undefined
      const current = kept ?? (await issue(signal))
      ticket = undefined
      hasOpened = false
      const isReusable = await runConnection({
        ticket: current,
        position,
        receiver,
        signal,
        Socket,
        read,
        parse,
        opened,
      })
      if (!isReusable || signal.aborted) return
      // The server that has just issued the ticket can be reached.
      if (kept === undefined && !hasOpened)
        throw new MsingiError(
          `No WebSocket can be opened to ${current.url}. Check its address, and whether the proxy before it passes WebSockets on.`,
          { status: 502 },
        )
      ticket = current
    },
    clearToken() {
      ticket = undefined
    },
    async request(method, body = {}) {
      const reply = await new Promise<Reply | undefined>((resolve) => {
        if (connection === undefined) return resolve(undefined)
        requests += 1
        connection.waiting.set(requests, resolve)
        connection.send({ id: requests, [method]: { channel: connection.channel, ...body } })
      })
      if (reply === undefined)
        throw new MsingiError('The channel is not connected. Try again when its status is live.', {
          status: 0,
        })
      const { error } = reply
      if (error === undefined) return reply
      throw new MsingiError(error.message, { status: STATUSES[error.code] ?? 500, details: error })
    },
  }
}

interface Run<Event extends LiveEvent> {
  readonly ticket: Ticket
  readonly position: Position | undefined
  readonly receiver: Receiver<Event>
  readonly signal: AbortSignal
  readonly Socket: typeof WebSocket
  readonly read: Read<Event>
  readonly parse: Parse
  /** opened is called with the connection once it takes commands, and with undefined when it has ended. */
  opened(connection: Connection | undefined): void
}

// Resolves when the connection has ended, with whether the ticket can be used again.
function runConnection<Event extends LiveEvent>(run: Run<Event>): Promise<boolean> {
  const { ticket, position, receiver, signal, Socket, read, parse, opened } = run
  const { url, token, channel } = ticket
  const socket = new Socket(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}/connection/websocket`)
  const send = (command: object) => socket.send(JSON.stringify(command))
  const waiting: Connection['waiting'] = new Map()
  let epoch: string | undefined
  let refused = false

  const placeOf = (offset: number | undefined) =>
    epoch === undefined || offset === undefined ? undefined : `${epoch}:${offset}`
  const pushed = (push: Push) => {
    const place = placeOf(push.pub?.offset)
    const event = read(push, place)
    if (event !== undefined) receiver.event(event, place)
  }
  const begin = (state: ChannelState) => {
    epoch = state.epoch
    for (const pub of state.publications ?? []) pushed({ pub })
    const missed = state.was_recovering === true && state.recovered !== true
    opened({ channel, send, waiting })
    receiver.live(missed, position === undefined || missed ? placeOf(state.offset ?? 0) : undefined)
  }

  return new Promise((resolve) => {
    let alive = watchdog(OPEN_MS, () => end())
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      alive.stop()
      signal.removeEventListener('abort', end)
      socket.close(NORMAL_CLOSURE)
      opened(undefined)
      for (const settle of waiting.values()) settle(undefined)
      resolve(!refused)
    }
    const refuse = () => {
      refused = true
      end()
    }
    const connected = ({ ping = DEFAULT_PING_SECONDS, subs }: NonNullable<Message['connect']>) => {
      alive.stop()
      alive = watchdog(ping * 1000 + GRACE_MS, end)
      const state = subs?.[channel]
      if (state === undefined) refuse()
      else begin(state)
    }
    const receive = (message: Message) => {
      const { id, push } = message
      const settle = id === undefined ? undefined : waiting.get(id)
      if (id !== undefined && settle !== undefined) {
        waiting.delete(id)
        settle(message as Reply)
      } else if (message.error !== undefined) refuse()
      else if (message.connect !== undefined) connected(message.connect)
      // Asking for another ticket says why.
      else if (push?.channel === channel && push.unsubscribe !== undefined) refuse()
      else if (push?.channel === channel) pushed(push)
      else if (push === undefined && id === undefined) send({})
    }
    signal.addEventListener('abort', end)
    socket.addEventListener('open', () => {
      const recover = position === undefined ? {} : { subs: { [channel]: recovery(position) } }
      send({ id: CONNECT_ID, connect: { token, name: NAME, ...recover } })
    })
    socket.addEventListener('message', ({ data }) => {
      if (ended) return
      alive.feed()
      for (const line of String(data).split('\n')) {
        if (line !== '' && !ended) receive(messageOf(line, parse))
      }
    })
    socket.addEventListener('close', ({ code }) => {
      // Codes after which the same token would be refused again.
      if (code === 3005 || (code >= 3500 && code < 4000)) refused = true
      end()
    })
    socket.addEventListener('error', end)
    if (signal.aborted) end()
  })
}

// Whatever else answers there is no server of Msingi.
function messageOf(line: string, parse: Parse): Message {
  try {
    return objectOf(parse(line) as Message)
  } catch {
    return { error: { code: 0, message: 'no message' } }
  }
}

function recovery(position: Position) {
  const colon = position.lastIndexOf(':')
  const offset = Number(position.slice(colon + 1))
  return { recover: true, epoch: position.slice(0, colon), ...(offset === 0 ? {} : { offset }) }
}
