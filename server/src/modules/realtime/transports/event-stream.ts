// One SSE client: what is written to it, its heartbeat, and why it ends.
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import type { RowFilter } from '#modules/realtime/access/row-filter.ts'
import type { LiveClient } from '#modules/realtime/context/clients.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import type { LiveEvent } from '#modules/realtime/tables/live-event.ts'
import type { EndReason, Position, TableListener } from '#modules/realtime/tables/table-listener.ts'
import type { TableTopic } from '#modules/realtime/tables/table-topic.ts'
import { type Credential, type Principal, subjectOf } from '#modules/realtime/tokens/principals.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { SlowConsumer } from '#platform/realtime/backlogs.ts'
import { Message } from '#platform/realtime/frames.ts'
import { type Format, SocketWriter } from '#platform/realtime/writers.ts'
import type { Sender } from '#platform/usage/egress.ts'

/** StreamOptions is who a stream is for, until when, and which types of events it contains (all if undefined). */
export interface StreamOptions {
  readonly principal: Principal
  readonly credential: Credential
  /** ends is when the token expires, in milliseconds. */
  readonly ends: number
  readonly types: readonly ('INSERT' | 'UPDATE' | 'DELETE')[] | undefined
  /** filter lets some changes through; all if undefined. */
  readonly filter: string | undefined
}

const HEARTBEAT = new Message(': heartbeat\n\n')
const RECHECK_PINGS = 24
// What is buffered while missed events are replayed. Beyond this the client is disconnected, and resumes.
const MAX_HELD = 20_000
const MAX_HELD_BYTES = 16 * 1024 * 1024
// Missed events are written in chunks of this size, and the next one once the client has read enough.
const REPLAY_CHUNK = 16 * 1024
const RESET = new Message(
  'event: reset\ndata: {"reason":"Events you have missed are no longer available. Read the table again."}\n\n',
)

/** EVENT_STREAM is the content type of the SSE transport. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** retryAfter returns the field that has clients reconnect after so many seconds. */
export function retryAfter(seconds: number): string {
  return `retry: ${seconds * 1000}\n\n`
}

const RETRY = new Message(retryAfter(1))

/**
 * streamOf returns what a response that has begun is written to, and how. Its own connection takes chunks that all streams share;
 * Node would frame each of them anew, in three writes. A response that waits behind another has no connection yet.
 */
function streamOf(out: ServerResponse): [stream: Writable, format: Format] {
  const { socket } = out
  return out.chunkedEncoding && socket !== null && socket === out.req.socket
    ? [socket, 'chunk']
    : [out, 'events']
}

/** EventStream is one SSE client. */
export class EventStream implements LiveClient, TableListener, SlowConsumer {
  readonly transport = 'sse'
  after = 0
  caller: LiveCaller
  filter: RowFilter | undefined
  readonly wants: string | undefined
  readonly #realtime: Realtime
  readonly #reply: FastifyReply
  readonly #out: ServerResponse
  readonly #onDrain = () => this.#drained()
  // Both from the moment on that the stream is open.
  #stream: Writable | undefined
  #writer: SocketWriter | undefined
  readonly #topic: TableTopic
  readonly #options: StreamOptions
  #principal: Principal
  // Events that arrive while missed ones are replayed; undefined afterwards.
  #held: LiveEvent[] | undefined = []
  #heldSize = 0
  #drained = () => {}
  #sent = 0
  #sentBefore = -1
  #pings = 0
  #reason: string | undefined

  constructor(realtime: Realtime, reply: FastifyReply, topic: TableTopic, options: StreamOptions) {
    this.#realtime = realtime
    this.#reply = reply
    this.#out = reply.raw
    this.#topic = topic
    this.#options = options
    this.#principal = options.principal
    this.caller = options.principal.caller
    this.wants = options.filter
    realtime.clients.add(this)
    this.#out.on('error', () => {})
    this.#out.on('close', () => this.#closed())
  }

  get projectId(): string {
    return this.#principal.project.id
  }

  get sender(): Sender {
    return this.#reply.request.raw.socket
  }

  get principal(): Principal {
    return this.#principal
  }

  get actor(): Actor {
    return this.#principal.actor
  }

  get credential(): Credential {
    return this.#options.credential
  }

  // None until the stream begins.
  get subscriptionCount(): number {
    return this.#out.headersSent ? 1 : 0
  }

  get isGone(): boolean {
    return this.#reason !== undefined
  }

  isSubscribed(channel: string): boolean {
    return channel === this.#topic.channel && this.#out.headersSent
  }

  filterOf(): string | undefined {
    return this.wants
  }

  /** begin subscribes to the table and replays what was missed since a position. */
  async begin(position: Position | undefined): Promise<void> {
    const { epoch, offset, events } = await this.#topic.attach(this, position)
    if (this.#reason !== undefined) return this.#topic.detach(this)
    this.#open()
    if (position !== undefined && events === undefined) this.#writer?.send(RESET)
    await this.#replay(events ?? [])
    // An id without an event sets the position from which the client resumes, also if it receives no event at all.
    this.#writer?.send(new Message(`id: ${epoch}:${offset}\n\n`))
    while (this.#held !== undefined && this.#held.length > 0) {
      this.#heldSize = 0
      await this.#replay(this.#held.splice(0))
    }
    this.#held = undefined
  }

  /** abandon ends a stream that could not begin: the client receives an error response instead. */
  abandon(): void {
    this.#topic.detach(this)
    if (this.#reason !== undefined) return
    this.#reason = 'could not begin'
    this.#realtime.clients.release(this.projectId)
    this.#realtime.clients.remove(this, this.projectId)
  }

  deliver(event: LiveEvent): boolean {
    if (this.#options.types?.includes(event.change.type) === false) return false
    if (this.#held === undefined) {
      this.#send(event)
      return true
    }
    this.#heldSize += event.change.size
    if (this.#held.push(event) > MAX_HELD || this.#heldSize > MAX_HELD_BYTES) this.disconnectSlow()
    return true
  }

  // Browsers reconnect by themselves: they then receive what they have missed, or an error if the table is gone.
  end(reason: EndReason, detail?: string): void {
    const details = detail === undefined ? '' : `: ${detail}`
    this.#end(reason === 'removed' ? 'the table is gone' : `insufficient state${details}`)
  }

  heartbeat(now: number): void {
    if (this.#options.ends <= now) this.#end('connection expired')
    if (this.#held === undefined) {
      this.#writer?.send(HEARTBEAT)
      if (this.#reason === undefined) this.#topic.verify(this)
    }
    // A replay can take any time, but must make progress.
    else if (this.#sent === this.#sentBefore) this.disconnectSlow()
    this.#sentBefore = this.#sent
    this.#pings += 1
    if (this.#pings % RECHECK_PINGS === 0)
      this.#realtime.clients.recheck((client) => client === this, this.projectId)
  }

  async recheck(): Promise<void> {
    const principal = await this.#realtime.principals.find(this.projectId, this.#options.credential)
    if (principal === undefined) return this.#end('invalid token')
    if (!principal.mayRead) return this.#end('permission denied')
    this.#principal = principal
    if (principal.caller !== this.caller) await this.#topic.changeCaller(this, principal.caller)
  }

  shutdown(): void {
    this.#end('shutdown')
  }

  destroy(): void {
    this.#out.destroy()
  }

  get waiting(): number {
    return this.#writer?.waiting ?? 0
  }

  disconnectSlow(): void {
    this.#end('slow')
    this.#out.destroy()
  }

  #open(): void {
    this.#reply.hijack()
    // Headers that hooks have set, such as those of CORS.
    for (const [name, value] of Object.entries(this.#reply.getHeaders()))
      if (value !== undefined) this.#out.setHeader(name, value)
    this.#out.writeHead(200, {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store',
      // Without it nginx buffers the events.
      'x-accel-buffering': 'no',
    })
    this.#out.flushHeaders()
    const [stream, format] = streamOf(this.#out)
    stream.on('drain', this.#onDrain)
    this.#stream = stream
    this.#writer = new SocketWriter(
      stream,
      this.#realtime.flusher,
      () => this.disconnectSlow(),
      () => this.#realtime.backlogs.track(this.projectId, this),
    )
    this.#writer.format = format
    this.#writer.send(RETRY)
  }

  // A long replay does not make the client a slow one: it is written as fast as the client reads.
  async #replay(events: readonly LiveEvent[]): Promise<void> {
    for (const event of events) {
      if (this.#reason !== undefined) return
      this.#send(event)
      if (this.#writer === undefined || this.#writer.pending < REPLAY_CHUNK) continue
      this.#writer.flush()
      if (this.#stream?.writableNeedDrain !== true) continue
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    }
  }

  #send(event: LiveEvent): void {
    if (this.#options.types?.includes(event.change.type) === false) return
    this.#sent += 1
    this.#realtime.metrics.delivered.sse += 1
    this.#writer?.send(event.event)
  }

  #end(reason: string): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    if (reason === 'slow') this.#realtime.metrics.slow.sse += 1
    this.#drained()
    this.#topic.detach(this)
    this.#writer?.end()
    if (!this.#out.headersSent) this.#out.destroy()
    else if (reason === 'shutdown') this.#endConnection()
    else this.#out.end()
  }

  // The client must not come again on a connection to a server that stops.
  #endConnection(): void {
    const { socket } = this.#out
    this.#out.end(() => socket?.end())
  }

  #closed(): void {
    if (this.#reason === 'could not begin') return
    const reason = this.#reason ?? 'closed by the client'
    this.#reason = reason
    this.#writer?.end()
    this.#drained()
    // The connection may go on with other requests.
    this.#stream?.off('drain', this.#onDrain)
    this.#topic.detach(this)
    const project_id = this.projectId
    this.#realtime.backlogs.forget(project_id, this)
    this.#realtime.clients.release(project_id)
    const [user, channels] = [subjectOf(this.#principal.actor), [this.#topic.channel]]
    const at = this.#realtime.platform.clock.now()
    this.#realtime.clients.remove(this, project_id, { project_id, user, channels, reason, at })
  }
}
