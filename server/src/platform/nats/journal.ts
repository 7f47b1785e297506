// The stream in NATS that carries one cluster's changes: entries of one writer at a time, kept for the retention.
import {
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import type { Broker } from './broker.ts'
import { countOffsets, decodeEntry, type Entry, encodeEntry } from './entry.ts'

/** JournalEnd is the end of the stream: its last message, and the epoch and offset up to which it is complete. */
export interface JournalEnd {
  readonly seq: number
  readonly epoch: string | undefined
  readonly top: number
}

const TIMEOUT_MS = 2000
// Bytes of a message's headers.
const HEADER_BYTES = 1024
const MAX_BYTES = 256 * 1024 * 1024
// A stalled consumer is detected within seconds.
const CONSUMER = {
  max_messages: 100,
  expires: 4000,
  idle_heartbeat: 1000,
  abort_on_missing_resource: true,
} as const

/** Journal is the stream of one cluster. */
export class Journal {
  readonly #broker: Broker
  readonly #name: string
  readonly #subject: string
  readonly #retentionMs: number

  constructor(broker: Broker, id: string, retentionMs: number) {
    this.#broker = broker
    this.#name = `MSINGI_${id}`
    this.#subject = `msingi.${id}.changes`
    this.#retentionMs = retentionMs
  }

  /** onReconnect calls the handler after each reconnect: consumers may not continue by themselves. */
  onReconnect(handler: () => void): void {
    this.#broker.onReconnect(handler)
  }

  /** findEnd returns the end of the stream, which it creates if there is none. */
  async findEnd(): Promise<JournalEnd> {
    const manager = await this.#manager()
    const { state } = await this.#ensure()
    const seq = state.last_seq
    const last = state.messages === 0 ? null : await manager.streams.getMessage(this.#name, { seq })
    if (last === null) return { seq, epoch: undefined, top: 0 }
    const position = positionOf(last.header)
    // An incomplete entry does not count.
    return {
      seq,
      epoch: position.epoch,
      top: position.part < position.parts - 1 ? position.from : position.to,
    }
  }

  /**
   * append adds an entry after the message `behind`, and returns its last message. It throws if another node has written
   * meanwhile, so that two readers never mix their entries. Message ids are not needed either: an entry whose
   * confirmation was lost is found at the end.
   */
  async append(entry: Entry, behind: number): Promise<number> {
    const { connection } = this.#broker
    const client = jetstream(connection, { timeout: TIMEOUT_MS })
    const bytes = encodeEntry(entry)
    const size = (connection.info?.max_payload ?? 1024 * 1024) - HEADER_BYTES
    const parts = Math.ceil(bytes.length / size)
    let seq = behind
    for (let part = 0; part < parts; part++) {
      const head = headers()
      const to = entry.from + countOffsets(entry.steps)
      head.set(POSITION, [entry.epoch, entry.from, to, part, parts].join(' '))
      const chunk = bytes.subarray(part * size, (part + 1) * size)
      const expect = { lastSequence: seq }
      seq = (await client.publish(this.#subject, chunk, { headers: head, expect, retries: 1 })).seq
    }
    return seq
  }

  /** read calls `take` with all entries from the oldest on, until the signal aborts or the stream is gone. */
  async read(take: (entry: Entry, seq: number) => Promise<void>, signal: AbortSignal): Promise<void> {
    const client = jetstream(this.#broker.connection, { timeout: TIMEOUT_MS })
    const consumer = await client.consumers.get(this.#name, { deliver_policy: DeliverPolicy.All })
    const messages = await consumer.consume(CONSUMER)
    const stop = () => messages.stop()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      let known: Uint8Array[] = []
      for await (const { headers: head, data, seq } of messages) {
        if (signal.aborted) return
        const { part, parts } = positionOf(head)
        if (part === 0) known = []
        if (known.length !== part) continue
        known.push(data)
        if (known.length === parts) await take(decodeEntry(Buffer.concat(known)), seq)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      messages.stop()
    }
  }

  async #ensure(): Promise<StreamInfo> {
    const { streams } = await this.#manager()
    const limits = {
      subjects: [this.#subject],
      max_age: this.#retentionMs * 1_000_000,
      max_bytes: MAX_BYTES,
      duplicate_window: Math.min(this.#retentionMs, 1000) * 1_000_000,
    }
    try {
      const info = await streams.info(this.#name)
      if (info.config.max_age === limits.max_age) return info
      return await streams.update(this.#name, limits)
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound)
        throw error
      return streams.add({ name: this.#name, ...limits })
    }
  }

  #manager() {
    return jetstreamManager(this.#broker.connection, { timeout: TIMEOUT_MS, checkAPI: false })
  }
}

const POSITION = 'Msingi-Place'

function positionOf(head: MsgHdrs | undefined) {
  const [epoch = '', ...numbers] = (head?.get(POSITION) ?? '').split(' ')
  const [from = 0, to = 0, part = 0, parts = 1] = numbers.map(Number)
  return { epoch, from, to, part, parts }
}
