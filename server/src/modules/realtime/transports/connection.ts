// One WebSocket client: runs its commands in order, sends replies and pushes, and closes it.

import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import { type LiveClient, PING_SECONDS } from '#modules/realtime/context/clients.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import type { ClientInfo } from '#modules/realtime/rooms/room.ts'
import { SerialQueue } from '#modules/realtime/tables/serial-queue.ts'
import type { EndReason } from '#modules/realtime/tables/table-listener.ts'
import type { Credential, Principal } from '#modules/realtime/tokens/principals.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import type { SlowConsumer } from '#platform/realtime/backlogs.ts'
import type { ConnectionSlot } from '#platform/realtime/connection-slots.ts'
import { Message } from '#platform/realtime/frames.ts'
import {
  CLOSE,
  type CloseReason,
  type Command,
  CommandError,
  ProtocolViolation,
  readFrame,
  readProtobufFrame,
} from '#platform/realtime/protocol.ts'
import { type OpenedSocket, PROTOBUF } from '#platform/realtime/upgrades.ts'
import { SocketWriter } from '#platform/realtime/writers.ts'
import type { Sender } from '#platform/usage/egress.ts'
import { Pings } from './pings.ts'
import { PushBuffer } from './push-buffer.ts'
import { disconnectOf, type Session } from './session.ts'
import { type Subscriber, type Subscription, unsubscribe, verifyTables } from './subscription.ts'

// Commands of one client that wait in its queue.
const MAX_COMMANDS = 200
// How long a slow client has to read why it is closed.
const SLOW_GRACE_MS = 1000
const RECHECK_PINGS = 24

/** RunCommand runs a command and returns its result as JSON text, or throws a CommandError or ProtocolViolation. */
export type RunCommand = (connection: Connection, command: Command) => Promise<string>

/** Connection is one WebSocket client. */
export class Connection implements LiveClient, Subscriber, SlowConsumer {
  readonly transport = 'websocket'
  readonly client = randomUUID()
  readonly realtime: Realtime
  readonly subscriptions = new Map<string, Subscription>()
  /** hostProject is the project whose host name the client has connected to, if it is one. */
  readonly hostProject: string | undefined
  session: Session | undefined
  readonly sender: Duplex & Sender
  readonly pings: Pings
  readonly #socket: WebSocket
  readonly #writer: SocketWriter
  readonly #pushes: PushBuffer
  readonly #queue = new SerialQueue()
  readonly #runCommand: RunCommand
  readonly #slot: ConnectionSlot
  #waiting = 0
  #isTimedOut = false
  #isAnswering = false
  #reason: CloseReason | undefined
  #detail: string | undefined

  constructor(realtime: Realtime, runCommand: RunCommand, { socket, stream, slot, request }: OpenedSocket) {
    this.realtime = realtime
    this.hostProject = realtime.platform.hosts.ownerOf(request)
    this.#runCommand = runCommand
    this.#slot = slot
    this.#socket = socket
    this.sender = stream
    this.#writer = new SocketWriter(
      stream,
      realtime.flusher,
      () => this.disconnectSlow(),
      () => this.#trackWaiting(),
    )
    this.pings = new Pings(socket, this.#writer)
    this.#pushes = new PushBuffer(this.#writer, () => this.disconnectSlow())
    if (socket.protocol === PROTOBUF) this.#writer.format = 'protobuf'
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    // `ws` closes the connection after a bad frame; the `close` event follows.
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

  get subscriptionCount(): number {
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

  isSubscribed(channel: string): boolean {
    return this.subscriptions.has(channel)
  }

  filterOf(channel: string): string | undefined {
    const subscription = this.subscriptions.get(channel)
    return subscription?.kind === 'table' ? subscription.listener.wants : undefined
  }

  get caller(): LiveCaller {
    return this.#sessionOrThrow().principal.caller
  }

  get info(): ClientInfo {
    return { client: this.client, user: this.#sessionOrThrow().claims.subject }
  }

  /**
   * begin starts the session. Clients that sent a name, as the official libraries do, take several messages in a frame
   * and answer pings; so do all that speak Protobuf.
   */
  begin(session: Session, named: boolean): void {
    this.#slot.authenticate()
    this.session = session
    this.realtime.clients.identify(this)
    // A client that sends no name speaks JSON.
    this.pings.inProtocol = named || this.#writer.format === 'protobuf'
    if (named && this.#writer.format === 'frames') this.#writer.format = 'lines'
  }

  /** holdPushes buffers pushes until the current command is answered: its reply must come first. */
  holdPushes(): void {
    this.#pushes.hold()
  }

  push(message: Message): void {
    this.#pushes.push(message)
  }

  onChannelEnd(channel: string, reason: EndReason, detail?: string): void {
    if (reason === 'interrupted') this.close('insufficientState', detail)
    if (!this.subscriptions.delete(channel)) return
    const unsubscribed = { code: 2000, reason: 'the channel is gone' }
    this.push(new Message(JSON.stringify({ push: { channel, unsubscribe: unsubscribed } })))
  }

  heartbeat(now: number): void {
    const { session } = this
    if (this.#reason !== undefined) return
    if (session === undefined) this.#onTimeout()
    else if (session.claims.ends + PING_SECONDS * 1000 <= now) this.close('expired')
    else if (this.pings.isUnanswered) this.close('noPong')
    else this.#ping()
    verifyTables(this.subscriptions)
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
    await this.updateCallers()
  }

  /** updateCallers applies the rights that the connection has now to all subscriptions. */
  async updateCallers(): Promise<void> {
    for (const subscription of this.subscriptions.values()) {
      if (this.session === undefined) return
      if (subscription.kind === 'table' && subscription.listener.caller !== this.caller)
        await subscription.topic.changeCaller(subscription.listener, this.caller)
    }
  }

  shutdown(): void {
    this.close('shutdown')
  }

  destroy(): void {
    this.#socket.terminate()
  }

  /** close closes the socket with a reason, and ends all subscriptions. A second call has no effect. */
  close(reason: CloseReason, detail?: string): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#detail = detail
    if (reason === 'slow') this.realtime.metrics.slow.websocket += 1
    this.#writer.end()
    const [code, text] = CLOSE[reason]
    this.#socket.close(code, detail === undefined ? text : `${text}: ${detail}`)
    this.#unsubscribeAll()
  }

  get waiting(): number {
    return this.#writer.waiting
  }

  disconnectSlow(): void {
    this.close('slow')
    setTimeout(() => this.destroy(), SLOW_GRACE_MS).unref()
  }

  #ping(): void {
    this.pings.send()
    if (this.pings.count % RECHECK_PINGS === 0)
      this.realtime.clients.recheck((client) => client === this, this.projectId)
  }

  #trackWaiting(): void {
    const { projectId } = this
    if (projectId !== undefined && this.isOpen) this.realtime.backlogs.track(projectId, this)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#reason !== undefined) return
    mark('live connections: commands', this.projectId)
    try {
      const isProtobuf = this.#writer.format === 'protobuf'
      if (isBinary !== isProtobuf) throw new ProtocolViolation('badRequest')
      for (const command of isProtobuf ? readProtobufFrame(data as Buffer) : readFrame(String(data))) {
        if (command === 'pong') this.pings.answer()
        else this.#enqueue(command)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #enqueue(command: Command): void {
    if (this.#waiting >= MAX_COMMANDS) throw new ProtocolViolation('badRequest')
    this.#waiting += 1
    const done = this.#queue.run(async () => {
      this.#waiting -= 1
      if (this.#reason === undefined) await this.#answer(command)
    })
    Promise.resolve(done).catch((error) => this.#fail(error))
  }

  async #answer(command: Command): Promise<void> {
    this.#isAnswering = true
    let written: Promise<void> | undefined
    try {
      const text = await this.#runCommand(this, command)
      written = this.#writer.reply(new Message(`{"id":${command.id},"${command.method}":${text}}`))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#writer.send(new Message(JSON.stringify({ id: command.id, error: error.reply })))
    } finally {
      this.#isAnswering = false
      this.#pushes.release()
      this.#closeIfTimedOut()
    }
    // A reply can be a thousand times as long as its command: it has to be read before the next command runs.
    await written
  }

  #onTimeout(): void {
    // If the event loop was blocked, a token that came in time has still to be read.
    setImmediate(() => {
      this.#isTimedOut = true
      this.#closeIfTimedOut()
    })
  }

  // Official clients do not reconnect after `stale`: a token that came in time is verified, however long that takes.
  #closeIfTimedOut(): void {
    if (this.#isTimedOut && !this.#isAnswering && this.session === undefined) this.close('stale')
  }

  #fail(error: unknown): void {
    if (!(error instanceof ProtocolViolation))
      this.realtime.platform.log.error({ err: error }, 'a live connection failed')
    this.close(error instanceof ProtocolViolation ? error.reason : 'insufficientState')
  }

  #closed(): void {
    const detail = this.#detail === undefined ? '' : `: ${this.#detail}`
    const reason = this.#reason === undefined ? 'closed by the client' : `${CLOSE[this.#reason][1]}${detail}`
    this.#reason ??= 'forced'
    this.#unsubscribeAll()
    const { session } = this
    this.session = undefined
    if (session === undefined) {
      this.realtime.clients.remove(this)
      return
    }
    const { projectId } = session.claims
    this.realtime.backlogs.forget(projectId, this)
    this.realtime.clients.release(projectId)
    const at = this.realtime.platform.clock.now()
    this.realtime.clients.remove(this, projectId, disconnectOf(session, reason, at))
  }

  #unsubscribeAll(): void {
    const subscriptions = [...this.subscriptions.values()]
    this.subscriptions.clear()
    for (const subscription of subscriptions) unsubscribe(this.realtime, subscription)
  }

  #sessionOrThrow(): Session {
    if (this.session === undefined) throw new ProtocolViolation('badRequest')
    return this.session
  }
}
