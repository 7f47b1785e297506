// One connection that streams the write-ahead log: PostgreSQL's streaming replication protocol, the part that we need.

import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { processOf } from '#platform/db/connections/process-of.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { SLICE_MS } from '#platform/loop/slices.ts'
import { COPY_DATA, CopyFrames } from './copy-frames.ts'

/** StreamOptions say what to stream and from where. */
export interface StreamOptions {
  readonly config: pg.ClientConfig
  readonly slot: string
  readonly publication: string
  /** from is the end of the last transaction that is not wanted any more. */
  readonly from: bigint
  /** acknowledged is up to where the server may have forgotten the log already. */
  readonly acknowledged: bigint
  /** parts has large transactions sent in parts while they run, so that others need not wait for all of them. */
  readonly parts: boolean
  /**
   * onMessage receives each message of the plugin, within a buffer that is only valid until it returns. Where it returns
   * a promise, the next message waits for that.
   */
  readonly onMessage: (bytes: Buffer, start: number) => void | Promise<void>
  /** skips is asked first about each message of the plugin; where it returns true, onMessage does not receive it. */
  readonly skips?: (bytes: Buffer, start: number) => boolean
  /** onProgress receives how far the log is read, between messages. */
  readonly onProgress: (position: bigint) => void
}

// A server that receives nothing for that long ends the connection, and another node can take the slot.
const SENDER_TIMEOUT_MS = 5000
// At rest the server asks for a status after half of that time. While it reads a long transaction it asks for nothing.
const QUIET_MS = 3000
const BEAT_MS = 1000
const SILENCE_MS = 15_000
const GOODBYE_MS = 2000

// What decides how values are written: as the data API has them; and from how many bytes on PostgreSQL sends a
// transaction in parts. The smaller these are, the less others wait for them.
const SESSION = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  `wal_sender_timeout=${SENDER_TIMEOUT_MS}`,
  'logical_decoding_work_mem=8MB',
].map((setting) => `-c ${setting}`)

const [XLOG_DATA, KEEPALIVE, STATUS] = [0x77, 0x6b, 0x72]
const DATA_HEAD = 25
const EPOCH_US = 946_684_800_000_000n

/** connectForReplication opens a connection in replication mode, and throws where that is not allowed. */
export async function connectForReplication(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...config,
    // Not in the types of `pg`, which passes it on at start.
    replication: 'database',
    options: SESSION.join(' '),
    application_name: 'msingi-changes',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** ReplicationStream is a running stream. */
export class ReplicationStream {
  /** ended settles when the connection is gone, with the reason where there is one. */
  readonly ended: Promise<Error | undefined>
  readonly #client: pg.Client
  readonly #connection: CopyConnection
  readonly #options: StreamOptions
  readonly #timer: NodeJS.Timeout
  #received: bigint
  #acknowledged: bigint
  /** reported is what the server knows to be acknowledged. */
  #reported = -1n
  #sentAt = performance.now()
  #heardAt = performance.now()
  #failure: Error | undefined
  readonly #frames = new CopyFrames()
  /** parsers are what `pg` reads the connection with. */
  #parsers: readonly ((bytes: Buffer) => void)[] = []
  /** isHeld is true before the stream is released, and while it waits for a message to be done with. */
  #isHeld = true
  #busy: Promise<void> = Promise.resolve()
  /** turnBegan is when the first message of this turn of the event loop came. */
  #turnBegan: number | undefined
  #closed = false

  private constructor(client: pg.Client, options: StreamOptions) {
    this.#client = client
    this.#connection = connectionOf(client)
    this.#options = options
    this.#received = options.from
    this.#acknowledged = options.acknowledged
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
    this.ended = new Promise((resolve) => {
      client.on('error', (error) => {
        this.#failure ??= error
      })
      client.on('end', () => {
        clearInterval(this.#timer)
        resolve(this.#failure)
      })
    })
  }

  /** failure is why the stream has ended, where it was not closed. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** sender is PostgreSQL's process at the other end. */
  get sender(): number {
    return processOf(this.#client)
  }

  /** open starts a stream that is held until it is released; it throws what PostgreSQL says, 55006 where another process has the slot. */
  static async open(options: StreamOptions): Promise<ReplicationStream> {
    const client = await connectForReplication(options.config)
    const stream = new ReplicationStream(client, options)
    try {
      await stream.#start()
    } catch (error) {
      await stream.close()
      throw error
    }
    return stream
  }

  /** release begins to hand on messages. */
  release(): void {
    if (this.#closed) return
    this.#isHeld = false
    this.#heardAt = performance.now()
    this.#read()
    if (!this.#isHeld) this.#connection.stream.resume()
  }

  /** acknowledge lets the server forget the log up to the end of a transaction: exactly there, never beyond. */
  acknowledge(position: bigint): void {
    if (position > this.#acknowledged) this.#acknowledged = position
  }

  /** ask has the server report at once how far it has read, even where there was nothing for us. */
  ask(): void {
    this.#sendStatus(true)
  }

  /** close ends the stream and settles when the server has let go of the slot. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closed = true
    this.#connection.stream.resume()
    // `pg` would hang up in the middle of a command; a goodbye lets us wait until the server has ended too.
    this.#connection.end()
    const impatience = setTimeout(() => this.#connection.stream.destroy(), GOODBYE_MS)
    await this.ended
    clearTimeout(impatience)
    await this.#busy
  }

  async #start(): Promise<void> {
    const { slot, publication, from, parts } = this.#options
    const started = new Promise<void>((resolve) => this.#connection.once('replicationStart', resolve))
    this.#takeOver()
    const running = this.#client.query(
      `START_REPLICATION SLOT "${slot}" LOGICAL ${formatLsn(from)}
       (proto_version '2', publication_names '${publication}', messages 'true', streaming '${parts ? 'on' : 'off'}')`,
    )
    // The command never ends by itself; what ends it while it runs ends the connection as well.
    running.catch((error: Error) => this.#fail(error))
    await Promise.race([started, running])
  }

  // Between two commands: all that comes from here on begins with a whole message. What is not of the stream is left to
  // `pg`, such as errors.
  #takeOver(): void {
    const { stream } = this.#connection
    this.#parsers = stream.listeners('data') as ((bytes: Buffer) => void)[]
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      this.#heardAt = performance.now()
      this.#frames.add(chunk)
      this.#read()
    })
  }

  #read(): void {
    const frames = this.#frames
    mark('live changes: reading')
    try {
      while (frames.isComplete) {
        const isCopy = frames.kind === COPY_DATA
        if (isCopy && this.#isHeld && !this.#closed) {
          this.#connection.stream.pause()
          return
        }
        if (!isCopy) for (const parse of this.#parsers) parse(frames.message)
        else if (!this.#closed && !this.#isSkipped(frames)) this.#handle(frames.content)
        frames.shift()
      }
      if (!this.#isHeld && !this.#closed && this.#isTurnOver()) this.#hold(nextTurn())
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #isSkipped({ bytes, start }: CopyFrames): boolean {
    return bytes[start] === XLOG_DATA && this.#options.skips?.(bytes, start + DATA_HEAD) === true
  }

  #handle(bytes: Buffer): void {
    if (bytes[0] === KEEPALIVE) this.#keepAlive(bytes)
    const done = bytes[0] === XLOG_DATA ? this.#options.onMessage(bytes, DATA_HEAD) : undefined
    if (done instanceof Promise) this.#hold(done)
    else if (this.#isTurnOver()) this.#hold(nextTurn())
  }

  // What comes meanwhile waits, and so does the server.
  #hold(done: Promise<void>): void {
    this.#isHeld = true
    this.#connection.stream.pause()
    this.#busy = done.then(
      () => this.release(),
      (error: Error) => this.#fail(error),
    )
  }

  #isTurnOver(): boolean {
    const now = performance.now()
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now
      setImmediate(() => {
        this.#turnBegan = undefined
      })
    }
    return now - this.#turnBegan > SLICE_MS
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#connection.stream.destroy()
  }

  #keepAlive(bytes: Buffer): void {
    const position = bytes.readBigUInt64BE(1)
    if (position > this.#received) this.#received = position
    this.#options.onProgress(position)
    if (bytes[17] === 1) this.#sendStatus(false)
  }

  #beat(): void {
    const isQuiet = performance.now() - this.#sentAt > QUIET_MS
    if (isQuiet || this.#isHeld || this.#reported !== this.#acknowledged) this.#sendStatus(false)
    // While we do not read, we cannot know whether the server says something.
    if (this.#isHeld) this.#heardAt = performance.now()
    if (performance.now() - this.#heardAt < SILENCE_MS) return
    this.#fail(new Error('the server has been silent for too long'))
  }

  // What is flushed and applied is what is acknowledged: the server may throw away all before it.
  #sendStatus(answer: boolean): void {
    const status = Buffer.alloc(34)
    status[0] = STATUS
    status.writeBigUInt64BE(this.#received > this.#acknowledged ? this.#received : this.#acknowledged, 1)
    status.writeBigUInt64BE(this.#acknowledged, 9)
    status.writeBigUInt64BE(this.#acknowledged, 17)
    status.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH_US, 25)
    status[33] = answer ? 1 : 0
    this.#reported = this.#acknowledged
    this.#sentAt = performance.now()
    if (this.#connection.stream.writable) this.#connection.sendCopyFromChunk(status)
  }
}

/** formatLsn writes a place in the log as PostgreSQL does. */
export function formatLsn(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/** parseLsn reads one. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

interface CopyConnection extends NodeJS.EventEmitter {
  readonly stream: Duplex
  sendCopyFromChunk(chunk: Buffer): void
  end(): void
}

// `pg` keeps its connection out of its types, and has no streaming replication of its own.
function connectionOf(client: pg.Client): CopyConnection {
  return (client as unknown as { connection: CopyConnection }).connection
}
