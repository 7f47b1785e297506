// One WebSocket: what it says in the order in which it says it, what it is told, and when it ends (spec 6.2).

import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { mark } from '#platform/loop/loop-watch.ts'
import type { Laggard } from '#platform/realtime/backlogs.ts'
import { Message } from '#platform/realtime/frames.ts'
import type { Place } from '#platform/realtime/places.ts'
import {
  CLOSE,
  type CloseReason,
  type Command,
  CommandError,
  ProtocolViolation,
  readFrame,
  readPacked,
} from '#platform/realtime/protocol.ts'
import { PROTOBUF } from '#platform/realtime/upgrades.ts'
import { MAX_WAITING, SocketWriter } from '#platform/realtime/writers.ts'
import { BEAT_SECONDS, type LiveClient } from '#realtime/context/clients.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import type { ClientInfo } from '#realtime/rooms/room.ts'
import type { LiveCaller } from '#realtime/tables/callers.ts'
import { Lane } from '#realtime/tables/lane.ts'
import type { Credential, Principal } from '#realtime/tokens/principals.ts'
import type { TokenClaims } from '#realtime/tokens/tokens.ts'
import { type Subscriber, type Subscription, unsubscribe } from './subscription.ts'

// Commands of one client that wait for their turn.
const MAX_COMMANDS = 200
// A slow client may never read the reason why it is cut off.
const SLOW_GRACE_MS = 1000
const RECHECK_BEATS = 24
const PING = new Message('{}')

/** Session is what a connection is once it has shown a valid token. */
export interface Session {
  claims: TokenClaims
  principal: Principal
}

/** AnswerCommand does what a command asks for and returns its result as JSON text, or throws what is answered instead. */
export type AnswerCommand = (connection: Connection, command: Command) => Promise<string>

/** Connection is one WebSocket client. */
export class Connection implements LiveClient, Subscriber, Laggard {
  readonly transport = 'websocket'
  readonly client = randomUUID()
  readonly realtime: Realtime
  readonly subscriptions = new Map<string, Subscription>()
  session: Session | undefined
  /** answersPings is whether the client knows the pings of the protocol, and answers them. */
  answersPings = false
  readonly #socket: WebSocket
  readonly #writer: SocketWriter
  readonly #lane = new Lane()
  readonly #answerCommand: AnswerCommand
  readonly #place: Place
  #waiting = 0
  #held: Message[] | undefined
  #heldSize = 0
  #isLate = false
  #isAnswering = false
  #awaitsPong = false
  #beats = 0
  #reason: CloseReason | undefined
  #why: string | undefined

  constructor(realtime: Realtime, answer: AnswerCommand, socket: WebSocket, stream: Duplex, place: Place) {
    this.realtime = realtime
    this.#answerCommand = answer
    this.#place = place
    this.#socket = socket
    this.#writer = new SocketWriter(
      stream,
      realtime.flusher,
      () => this.cutOff(),
      () => this.#noteWaiting(),
    )
    if (socket.protocol === PROTOBUF) this.#writer.format = 'packed'
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#pong())
    // What is wrong with a frame ends the connection; the `close` event follows.
    socket.on('error', () => {})
    socket.on('close', () => this.#closed())
    realtime.clients.add(this)
  }

  get isOpen(): boolean {
    return this.#reason === undefined
  }

  get projectId(): string | undefined {
    return this.session?.principal.project.id
  }

  get subscribed(): number {
    return this.subscriptions.size
  }

  get principal(): Principal | undefined {
    return this.session?.principal
  }

  get actor() {
    return this.session?.principal.actor
  }

  get credential(): Credential | undefined {
    return this.session?.claims.credential
  }

  follows(channel: string): boolean {
    return this.subscriptions.has(channel)
  }

  get caller(): LiveCaller {
    return this.#sessionOrThrow().principal.caller
  }

  get info(): ClientInfo {
    return { client: this.client, user: this.#sessionOrThrow().claims.subject }
  }

  /** begin makes the connection one of a project; `named` clients take batches and answer pings, as in Protobuf all do. */
  begin(session: Session, named: boolean): void {
    this.#place.known()
    this.session = session
    this.realtime.clients.identify(this)
    // The specification's own client speaks JSON and says no name.
    this.answersPings = named || this.#writer.format === 'packed'
    if (named && this.#writer.format === 'frames') this.#writer.format = 'lines'
  }

  /** hold keeps pushes back until `release`, so that a reply comes before what follows from it. */
  hold(): void {
    this.#held ??= []
  }

  push(message: Message): void {
    if (this.#held === undefined) {
      this.#writer.send(message)
      return
    }
    this.#held.push(message)
    this.#heldSize += message.text.length
    // To wait for one channel must not cost more memory than to be slow.
    if (this.#heldSize > MAX_WAITING) this.cutOff()
  }

  ended(channel: string, reason: 'gone' | 'lost', why?: string): void {
    if (reason === 'lost') this.close('insufficientState', why)
    if (!this.subscriptions.delete(channel)) return
    const unsubscribed = { code: 2000, reason: 'the channel is gone' }
    this.push(new Message(JSON.stringify({ push: { channel, unsubscribe: unsubscribed } })))
  }

  beat(now: number): void {
    const { session } = this
    if (this.#reason !== undefined) return
    if (session === undefined) this.#late()
    else if (session.claims.ends + BEAT_SECONDS * 1000 <= now) this.close('expired')
    else if (this.#awaitsPong) this.close('noPong')
    else this.#ping()
  }

  async recheck(): Promise<void> {
    const { session } = this
    if (session === undefined) return
    const { projectId, credential } = session.claims
    const principal = await this.realtime.principals.find(projectId, credential)
    if (this.session !== session) return
    if (principal === undefined) return this.close('invalidToken')
    if (!principal.mayRead) return this.close('permissionDenied')
    session.principal = principal
    await this.adopt()
  }

  /** adopt has every subscription speak for whom the connection speaks for by now. */
  async adopt(): Promise<void> {
    for (const subscription of this.subscriptions.values()) {
      if (this.session === undefined) return
      if (subscription.kind === 'table' && subscription.listener.caller !== this.caller)
        await subscription.topic.become(subscription.listener, this.caller)
    }
  }

  shutdown(): void {
    this.close('shutdown')
  }

  destroy(): void {
    this.#socket.terminate()
  }

  /** close ends the connection and says why, in a few words more where there are some. */
  close(reason: CloseReason, why?: string): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#why = why
    if (reason === 'slow') this.realtime.figures.slow.websocket += 1
    this.#writer.end()
    const [code, text] = CLOSE[reason]
    this.#socket.close(code, why === undefined ? text : `${text}: ${why}`)
    this.#leaveAll()
  }

  get waiting(): number {
    return this.#writer.waiting
  }

  cutOff(): void {
    this.close('slow')
    setTimeout(() => this.destroy(), SLOW_GRACE_MS).unref()
  }

  #ping(): void {
    this.#awaitsPong = true
    // The specification's own client never answers a ping of the protocol; every WebSocket answers its own.
    if (this.answersPings) this.#writer.send(PING)
    else this.#socket.ping()
    this.#beats += 1
    if (this.#beats % RECHECK_BEATS === 0)
      this.realtime.clients.recheck((client) => client === this, this.projectId)
  }

  #noteWaiting(): void {
    const { projectId } = this
    if (projectId !== undefined && this.isOpen) this.realtime.backlogs.note(projectId, this)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#reason !== undefined) return
    mark('live connections: commands', this.projectId)
    try {
      const isPacked = this.#writer.format === 'packed'
      if (isBinary !== isPacked) throw new ProtocolViolation('badRequest')
      for (const command of isPacked ? readPacked(data as Buffer) : readFrame(String(data))) {
        if (command === 'pong') this.#pong()
        else this.#take(command)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #take(command: Command): void {
    if (this.#waiting >= MAX_COMMANDS) throw new ProtocolViolation('badRequest')
    this.#waiting += 1
    const done = this.#lane.run(async () => {
      this.#waiting -= 1
      if (this.#reason === undefined) await this.#answer(command)
    })
    Promise.resolve(done).catch((error) => this.#fail(error))
  }

  async #answer(command: Command): Promise<void> {
    this.#isAnswering = true
    let taken: Promise<void> | undefined
    try {
      const text = await this.#answerCommand(this, command)
      taken = this.#writer.reply(new Message(`{"id":${command.id},"${command.method}":${text}}`))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#writer.send(new Message(JSON.stringify({ id: command.id, error: error.reply })))
    } finally {
      this.#isAnswering = false
      this.#release()
      this.#endIfLate()
    }
    // Answers can be a thousand times as long as what asks for them: each has to be read before the next is made.
    await taken
  }

  #late(): void {
    // Where the server was held up, what came in time has still to be read.
    setImmediate(() => {
      this.#isLate = true
      this.#endIfLate()
    })
  }

  // Official clients never come again after this: a token that came in time is looked at, however long that takes.
  #endIfLate(): void {
    if (this.#isLate && !this.#isAnswering && this.session === undefined) this.close('stale')
  }

  #release(): void {
    const held = this.#held
    this.#held = undefined
    this.#heldSize = 0
    for (const message of held ?? []) this.#writer.send(message)
  }

  #pong(): void {
    this.#awaitsPong = false
  }

  #fail(error: unknown): void {
    if (!(error instanceof ProtocolViolation))
      this.realtime.platform.log.error({ err: error }, 'a live connection failed')
    this.close(error instanceof ProtocolViolation ? error.reason : 'insufficientState')
  }

  #closed(): void {
    const channels = this.session?.claims.channels ?? []
    const why = this.#why === undefined ? '' : `: ${this.#why}`
    const reason = this.#reason === undefined ? 'closed by the client' : `${CLOSE[this.#reason][1]}${why}`
    this.#reason ??= 'forced'
    this.#leaveAll()
    const { session } = this
    this.session = undefined
    if (session === undefined) {
      this.realtime.clients.remove(this)
      return
    }
    const { projectId: project_id, subject: user } = session.claims
    const at = this.realtime.platform.clock.now()
    this.realtime.backlogs.forget(project_id, this)
    this.realtime.clients.release(project_id)
    this.realtime.clients.remove(this, project_id, { project_id, user, channels, reason, at })
  }

  #leaveAll(): void {
    const subscriptions = [...this.subscriptions.values()]
    this.subscriptions.clear()
    for (const subscription of subscriptions) unsubscribe(this.realtime, subscription)
  }

  #sessionOrThrow(): Session {
    if (this.session === undefined) throw new ProtocolViolation('badRequest')
    return this.session
  }
}
