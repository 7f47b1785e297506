// One SSE client: its frames, its heartbeat, and its end (spec 6.3).
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#platform/credentials/actor.ts'
import { type Laggard, NOTED } from '#platform/realtime/backlogs.ts'
import { MAX_WAITING } from '#platform/realtime/writers.ts'
import type { LiveClient } from '#realtime/context/clients.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import type { LiveCaller } from '#realtime/tables/callers.ts'
import type { LiveEvent } from '#realtime/tables/live-event.ts'
import type { Position, TableListener, TableTopic } from '#realtime/tables/table-topic.ts'
import { type Credential, type Principal, subjectOf } from '#realtime/tokens/principals.ts'

/** StreamOptions is whose a stream is, until when, and what it is to carry. */
export interface StreamOptions {
  readonly principal: Principal
  readonly credential: Credential
  /** ends is when the token ends, in milliseconds. */
  readonly ends: number
  readonly types: readonly ('INSERT' | 'UPDATE' | 'DELETE')[] | undefined
}

const HEARTBEAT = ': heartbeat\n\n'
const RECHECK_BEATS = 24
// Changes that may gather while a client is caught up. Beyond it, it comes again and is caught up by then.
const MAX_HELD = 20_000
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** EVENT_STREAM is the type of what is sent. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** RETRY tells clients to come again after what the specification lets them wait. */
export const RETRY = 'retry: 1000\n\n'

/** EventStream is one SSE client. */
export class EventStream implements LiveClient, TableListener, Laggard {
  readonly transport = 'sse'
  readonly subscribed = 1
  after = 0
  caller: LiveCaller
  readonly #realtime: Realtime
  readonly #reply: FastifyReply
  readonly #out: ServerResponse
  readonly #topic: TableTopic
  readonly #options: StreamOptions
  #principal: Principal
  // What comes while the client is being caught up.
  #held: LiveEvent[] | undefined = []
  #heldSize = 0
  #drained = () => {}
  #sent = 0
  #sentBefore = -1
  #beats = 0
  #reason: string | undefined

  constructor(realtime: Realtime, reply: FastifyReply, topic: TableTopic, options: StreamOptions) {
    this.#realtime = realtime
    this.#reply = reply
    this.#out = reply.raw
    this.#topic = topic
    this.#options = options
    this.#principal = options.principal
    this.caller = options.principal.caller
    realtime.clients.add(this)
    this.#out.on('error', () => {})
    this.#out.on('drain', () => this.#drained())
    this.#out.on('close', () => this.#closed())
  }

  get projectId(): string {
    return this.#principal.project.id
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

  follows(channel: string): boolean {
    return channel === this.#topic.channel && this.#out.headersSent
  }

  /** begin joins the table and sends what was missed. */
  async begin(position: Position | undefined): Promise<void> {
    const { epoch, offset, events } = await this.#topic.join(this, position)
    if (this.#reason !== undefined) return this.#topic.leave(this)
    this.#open()
    if (position !== undefined && events === undefined) {
      this.#write('event: reset\ndata: {"reason":"What was missed is not known any more: read anew."}\n\n')
    }
    await this.#replay(events ?? [])
    // An id without an event moves on where the client resumes, also if it never hears of anything.
    this.#write(`id: ${epoch}:${offset}\n\n`)
    while (this.#held !== undefined && this.#held.length > 0) {
      this.#heldSize = 0
      await this.#replay(this.#held.splice(0))
    }
    this.#held = undefined
  }

  /** abandon ends a stream that could not begin; the error is answered in its place. */
  abandon(): void {
    this.#topic.leave(this)
    if (this.#reason !== undefined) return
    this.#reason = 'could not begin'
    this.#realtime.clients.release(this.projectId)
    this.#realtime.clients.remove(this, this.projectId)
  }

  deliver(event: LiveEvent): void {
    if (this.#held === undefined) {
      this.#send(event)
      return
    }
    this.#heldSize += event.change.size
    if (this.#held.push(event) > MAX_HELD || this.#heldSize > MAX_HELD_BYTES) this.cutOff()
  }

  // Browsers come again by themselves, and then find out what they have missed, or what has become of the table.
  end(reason: 'gone' | 'lost', why?: string): void {
    const detail = why === undefined ? '' : `: ${why}`
    this.#end(reason === 'gone' ? 'the table is gone' : `insufficient state${detail}`)
  }

  beat(now: number): void {
    if (this.#options.ends <= now) this.#end('connection expired')
    if (this.#held === undefined) this.#write(HEARTBEAT)
    // Whoever is being caught up may take as long as it takes, but must go on.
    else if (this.#sent === this.#sentBefore) this.cutOff()
    this.#sentBefore = this.#sent
    this.#beats += 1
    if (this.#beats % RECHECK_BEATS === 0)
      this.#realtime.clients.recheck((client) => client === this, this.projectId)
  }

  async recheck(): Promise<void> {
    const principal = await this.#realtime.principals.find(this.projectId, this.#options.credential)
    if (principal === undefined) return this.#end('invalid token')
    if (!principal.mayRead) return this.#end('permission denied')
    this.#principal = principal
    if (principal.caller !== this.caller) await this.#topic.become(this, principal.caller)
  }

  shutdown(): void {
    this.#end('shutdown')
  }

  destroy(): void {
    this.#out.destroy()
  }

  get waiting(): number {
    return this.#out.writableLength
  }

  cutOff(): void {
    this.#end('slow')
    this.#out.destroy()
  }

  #open(): void {
    this.#reply.hijack()
    // What the hooks of every route have set, for browsers of other origins above all.
    for (const [name, value] of Object.entries(this.#reply.getHeaders()))
      if (value !== undefined) this.#out.setHeader(name, value)
    this.#out.writeHead(200, {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store',
      // Else a proxy would keep events until it has enough of them.
      'x-accel-buffering': 'no',
    })
    this.#out.write(RETRY)
  }

  // However much was missed, it is no sign of a slow client: it is sent as fast as it is taken.
  async #replay(events: readonly LiveEvent[]): Promise<void> {
    for (const event of events) {
      if (this.#reason !== undefined) return
      this.#send(event)
      if (!this.#out.writableNeedDrain) continue
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    }
  }

  #send(event: LiveEvent): void {
    if (this.#options.types?.includes(event.change.type) === false) return
    this.#sent += 1
    this.#realtime.figures.delivered.sse += 1
    this.#write(event.frame)
  }

  #write(frame: string | Buffer): void {
    if (this.#reason !== undefined) return
    if (this.#out.writableLength > MAX_WAITING) this.cutOff()
    else {
      this.#out.write(frame)
      if (this.#out.writableLength > NOTED) this.#realtime.backlogs.note(this.projectId, this)
    }
  }

  #end(reason: string): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    if (reason === 'slow') this.#realtime.figures.slow.sse += 1
    this.#drained()
    this.#topic.leave(this)
    if (this.#out.headersSent) this.#out.end()
    else this.#out.destroy()
  }

  #closed(): void {
    if (this.#reason === 'could not begin') return
    const reason = this.#reason ?? 'closed by the client'
    this.#reason = reason
    this.#drained()
    this.#topic.leave(this)
    const project_id = this.projectId
    this.#realtime.backlogs.forget(project_id, this)
    this.#realtime.clients.release(project_id)
    const [user, channels] = [subjectOf(this.#principal.actor), [this.#topic.channel]]
    const at = this.#realtime.platform.clock.now()
    this.#realtime.clients.remove(this, project_id, { project_id, user, channels, reason, at })
  }
}
