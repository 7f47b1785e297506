// Changes over WebSocket (spec 6.2): a token from the API, one connect command, then pushes of the channel.
import type { Change } from './subscription.ts'
import { type Position, type Receiver, type Transport, watchdog } from './transport.ts'

/** Ticket is the response of POST /realtime/connect (spec 2.7). */
export interface Ticket {
  readonly url: string
  readonly token: string
  readonly channel: string
  readonly expires_at: string
}

interface Publication {
  readonly data: Change
  readonly offset?: number
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
  readonly push?: { readonly channel?: string; readonly pub?: Publication }
}

const NAME = 'msingi-typescript'
const OPEN_MS = 10_000
// How much later than expected a ping of the server can come.
const GRACE_MS = 10_000
const DEFAULT_PING_SECONDS = 25
const NORMAL_CLOSURE = 1000

/** createWebSocketTransport returns the transport; `issue` gets a ticket from the server. */
export function createWebSocketTransport(
  issue: (signal: AbortSignal) => Promise<Ticket>,
  Socket: typeof WebSocket,
): Transport {
  let ticket: Ticket | undefined
  return {
    async connect(position, receiver, signal) {
      // A ticket can be used again: after a restart of the server, reconnecting clients do not all request a new one.
      const current =
        ticket !== undefined && Date.parse(ticket.expires_at) > Date.now() ? ticket : await issue(signal)
      ticket = undefined
      const isReusable = await runConnection(current, position, receiver, signal, Socket)
      if (isReusable && !signal.aborted) ticket = current
    },
    clearToken() {
      ticket = undefined
    },
  }
}

// Resolves when the connection has ended, with whether the ticket can be used again.
function runConnection(
  { url, token, channel }: Ticket,
  position: Position | undefined,
  receiver: Receiver,
  signal: AbortSignal,
  Socket: typeof WebSocket,
): Promise<boolean> {
  const socket = new Socket(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}/connection/websocket`)
  const send = (command: unknown) => socket.send(JSON.stringify(command))
  let epoch = position?.epoch
  let refused = false

  const publish = ({ data, offset }: Publication) => {
    receiver.change(data, offset === undefined ? {} : { ...(epoch === undefined ? {} : { epoch }), offset })
  }
  const opened = (state: ChannelState) => {
    epoch = state.epoch
    for (const publication of state.publications ?? []) publish(publication)
    const missed = state.was_recovering === true && state.recovered !== true
    if (epoch !== undefined && (position === undefined || missed))
      receiver.moved({ epoch, offset: state.offset ?? 0 })
    receiver.live(missed)
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
      resolve(!refused)
    }
    const receive = (message: Message) => {
      if (message.error !== undefined) {
        refused = true
        return end()
      }
      if (message.connect !== undefined) {
        alive.stop()
        alive = watchdog((message.connect.ping ?? DEFAULT_PING_SECONDS) * 1000 + GRACE_MS, end)
        const state = message.connect.subs?.[channel]
        if (state === undefined) {
          refused = true
          return end()
        }
        return opened(state)
      }
      const { push } = message
      if (push?.channel === channel && push.pub !== undefined) publish(push.pub)
      else if (push === undefined && message.id === undefined) send({})
    }
    signal.addEventListener('abort', end)
    socket.addEventListener('open', () => {
      const recover = position?.epoch === undefined ? {} : { subs: { [channel]: recovery(position) } }
      send({ id: 1, connect: { token, name: NAME, ...recover } })
    })
    socket.addEventListener('message', ({ data }) => {
      if (ended) return
      alive.feed()
      for (const line of String(data).split('\n')) {
        if (line !== '' && !ended) receive(JSON.parse(line) as Message)
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

function recovery({ epoch, offset = 0 }: Position) {
  return { recover: true, epoch, ...(offset === 0 ? {} : { offset }) }
}
