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
import { countNumbers, decodeEntry, type Entry, encodeEntry } from './entry.ts'

/** JournalEnd is the end of the stream; the epoch and the offset up to which it tells all are known while it has entries. */
export interface JournalEnd {
  readonly seq: number
  readonly epoch: string | undefined
  readonly top: number
}

const TIMEOUT_MS = 2000
// What a message has beside an entry.
const HEAD_BYTES = 1024
const MOST_BYTES = 256 * 1024 * 1024
// What stands still is noticed within seconds.
const READING = {
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

  /** onReturn calls back when the broker was away: what was read may not go on by itself. */
  onReturn(handler: () => void): void {
    this.#broker.onReturn(handler)
  }

  /** findEnd returns the end of the stream, which is made where there is none. */
  async findEnd(): Promise<JournalEnd> {
    const manager = await this.#manager()
    const { state } = await this.#ensure()
    const seq = state.last_seq
    const last = state.messages === 0 ? null : await manager.streams.getMessage(this.#name, { seq })
    if (last === null) return { seq, epoch: undefined, top: 0 }
    const place = placeOf(last.header)
    // An entry whose rest never came does not count.
    return { seq, epoch: place.epoch, top: place.part < place.parts - 1 ? place.from : place.to }
  }

  /**
   * append adds an entry right behind a message, and returns the last message that it has made. It throws where somebody
   * else has written meanwhile: so two readers, one of which does not know yet that it is none any more, never mix. That
   * also makes ids of messages needless: what was written and not confirmed is found at the end.
   */
  async append(entry: Entry, behind: number): Promise<number> {
    const { connection } = this.#broker
    const client = jetstream(connection, { timeout: TIMEOUT_MS })
    const bytes = encodeEntry(entry)
    const size = (connection.info?.max_payload ?? 1024 * 1024) - HEAD_BYTES
    const parts = Math.ceil(bytes.length / size)
    let seq = behind
    for (let part = 0; part < parts; part++) {
      const head = headers()
      const to = entry.from + countNumbers(entry.steps)
      head.set(PLACE, [entry.epoch, entry.from, to, part, parts].join(' '))
      const chunk = bytes.subarray(part * size, (part + 1) * size)
      const expect = { lastSequence: seq }
      seq = (await client.publish(this.#subject, chunk, { headers: head, expect, retries: 1 })).seq
    }
    return seq
  }

  /** read returns all entries from the oldest one on, and goes on until it is told to stop or the stream is gone. */
  async read(take: (entry: Entry, seq: number) => Promise<void>, signal: AbortSignal): Promise<void> {
    const client = jetstream(this.#broker.connection, { timeout: TIMEOUT_MS })
    const consumer = await client.consumers.get(this.#name, { deliver_policy: DeliverPolicy.All })
    const messages = await consumer.consume(READING)
    const stop = () => messages.stop()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      let known: Uint8Array[] = []
      for await (const { headers: head, data, seq } of messages) {
        if (signal.aborted) return
        const { part, parts } = placeOf(head)
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
      max_bytes: MOST_BYTES,
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

const PLACE = 'Msingi-Place'

function placeOf(head: MsgHdrs | undefined) {
  const [epoch = '', ...numbers] = (head?.get(PLACE) ?? '').split(' ')
  const [from = 0, to = 0, part = 0, parts = 1] = numbers.map(Number)
  return { epoch, from, to, part, parts }
}
