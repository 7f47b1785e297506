// A live connection that is looked at: everything that arrives on some tables and channels, as it arrives. It speaks the
// protocol of Centrifuge (docs/live-changes.md), and keeps the digits of numbers.
import { ApiError } from '#api/client/api-error.ts'
import { parseExact } from '#api/client/exact-json.ts'
import type { LiveToken } from './realtime.ts'

/** Arrival is something that arrived: a change, a message, who came and went, or why nothing more arrives. */
export interface Arrival {
  readonly key: number
  readonly channel: string
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE' | 'message' | 'join' | 'leave' | 'ended'
  /** at is when it arrived, and delay how many milliseconds after its commit, by the clocks of server and browser. */
  readonly at: string
  readonly delay: number | undefined
  readonly data: unknown
}

/** Present is a client of a channel. */
export interface Present {
  readonly client: string
  readonly user: string
}

/** InspectionState is how the connection is; `reason` is why it has ended. */
export interface InspectionState {
  readonly status: 'connecting' | 'open' | 'reconnecting' | 'closed'
  readonly reason?: string
}

/** InspectionOptions say what to listen to; channels are named as the protocol names them. */
export interface InspectionOptions {
  readonly channels: readonly string[]
  readonly issue: () => Promise<LiveToken>
  readonly onArrival: (arrival: Arrival) => void
  readonly onState: (state: InspectionState) => void
}

/** Inspection is an open connection. */
export interface Inspection {
  publish(channel: string, data: unknown): Promise<void>
  presence(channel: string): Promise<readonly Present[]>
  close(): void
}

interface Reply {
  readonly id?: number
  readonly error?: { readonly code: number; readonly message: string }
  readonly push?: Push
  readonly connect?: {
    readonly ttl?: number
    readonly ping?: number
    readonly subs?: Readonly<Record<string, object>>
  }
  readonly presence?: { readonly presence?: Readonly<Record<string, Present>> }
}

interface Push {
  readonly channel: string
  readonly pub?: { readonly data: unknown }
  readonly join?: { readonly info: Present }
  readonly leave?: { readonly info: Present }
  readonly unsubscribe?: { readonly code: number; readonly reason?: string }
}

interface Waiting {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const GRACE_MS = 10_000
const PING_SECONDS = 25
// How long before it expires a token is renewed.
const RENEW_SECONDS = 30
const NORMAL_CLOSURE = 1000
const isFinal = (code: number) => code >= 3500 && code < 4000

let arrivals = 0

/** inspect listens until it is closed, and connects again after a broken connection. */
export function inspect({ channels, issue, onArrival, onState }: InspectionOptions): Inspection {
  const waiting = new Map<number, Waiting>()
  const timers = { next: 0, renew: 0, silence: 0 }
  let socket: WebSocket | undefined
  let isOver = false
  let id = 0
  let wait = FIRST_WAIT_MS

  const arrive = (channel: string, kind: Arrival['kind'], data: unknown, delay?: number) => {
    arrivals += 1
    onArrival({ key: arrivals, channel, kind, at: new Date().toISOString(), delay, data })
  }
  const call = (command: object): Promise<Reply> => {
    const current = socket
    if (current?.readyState !== WebSocket.OPEN) return Promise.reject(new ApiError(0, 'Not connected.'))
    id += 1
    current.send(JSON.stringify({ id, ...command }))
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }
  const end = (reason: string) => {
    isOver = true
    stop()
    onState({ status: 'closed', reason })
  }
  const stop = () => {
    for (const timer of Object.values(timers)) clearTimeout(timer)
    const last = socket
    // What it still reports is not heard any more.
    socket = undefined
    last?.close(NORMAL_CLOSURE)
    for (const { reject } of waiting.values()) reject(new ApiError(0, 'Not connected.'))
    waiting.clear()
  }
  const again = () => {
    if (isOver) return
    stop()
    onState({ status: 'reconnecting' })
    timers.next = window.setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const renewIn = (seconds: number) => {
    timers.renew = window.setTimeout(
      () =>
        issue()
          .then(({ token }) => call({ refresh: { token } }))
          .then(
            () => renewIn(seconds),
            () => undefined,
          ),
      Math.max(1, seconds - RENEW_SECONDS) * 1000,
    )
  }
  const push = ({ channel, pub, join, leave, unsubscribe }: Push) => {
    if (join !== undefined) arrive(channel, 'join', join.info)
    if (leave !== undefined) arrive(channel, 'leave', leave.info)
    if (unsubscribe !== undefined) arrive(channel, 'ended', unsubscribe)
    if (pub === undefined) return
    const { type, created_at } = (pub.data ?? {}) as { type?: Arrival['kind']; created_at?: string }
    if (channel.startsWith('project:') && type !== undefined && created_at !== undefined)
      arrive(channel, type, pub.data, Math.max(0, Date.now() - Date.parse(created_at)))
    else arrive(channel, 'message', pub.data)
  }
  const subscribe = async (token: string) => {
    const { connect } = await call({ connect: { token, name: 'msingi-console' } })
    wait = FIRST_WAIT_MS
    if (connect?.ttl !== undefined) renewIn(connect.ttl)
    await Promise.all(
      channels
        .filter((channel) => connect?.subs?.[channel] === undefined)
        .map((channel) =>
          call({ subscribe: { channel } }).catch((error: Error) => {
            arrive(channel, 'ended', { reason: error.message })
          }),
        ),
    )
    onState({ status: 'open' })
    return ((connect?.ping ?? PING_SECONDS) * 1000) as number
  }
  const receive = (reply: Reply) => {
    const { id, push: pushed, error } = reply
    if (pushed !== undefined) return push(pushed)
    // A ping.
    if (id === undefined) return socket?.send('{}')
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(reply)
    else asked?.reject(new ApiError(error.code, error.message))
  }
  async function connect(): Promise<void> {
    let ticket: LiveToken
    try {
      ticket = await issue()
    } catch (error) {
      // A refusal stays one; anything else may pass.
      if (error instanceof ApiError && error.status >= 400 && error.status < 429) return end(error.message)
      return again()
    }
    if (isOver) return
    const opened = new WebSocket(
      `${ticket.url.replace(/^http/, 'ws').replace(/\/$/, '')}/connection/websocket`,
    )
    socket = opened
    let pingMs = PING_SECONDS * 1000
    const alive = () => {
      clearTimeout(timers.silence)
      timers.silence = window.setTimeout(again, pingMs + GRACE_MS)
    }
    opened.addEventListener('open', () =>
      subscribe(ticket.token).then(
        (ms) => {
          pingMs = ms
        },
        () => opened === socket && opened.readyState === WebSocket.OPEN && again(),
      ),
    )
    opened.addEventListener('message', ({ data }) => {
      if (isOver || opened !== socket) return
      alive()
      for (const line of String(data).split('\n')) if (line !== '') receive(parseExact(line) as Reply)
    })
    opened.addEventListener('close', ({ code, reason }) => {
      if (isOver || opened !== socket) return
      if (isFinal(code)) end(`${reason} (${code})`)
      else again()
    })
    alive()
  }
  onState({ status: 'connecting' })
  void connect()
  return {
    publish: async (channel, data) => void (await call({ publish: { channel, data } })),
    presence: async (channel) =>
      Object.values((await call({ presence: { channel } })).presence?.presence ?? {}),
    close: () => {
      isOver = true
      stop()
    },
  }
}
