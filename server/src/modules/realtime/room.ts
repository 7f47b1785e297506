// A channel of the clients' own messages: who is there, and what was said of late. Both are this node's own.
import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import { Message } from '#platform/realtime/frames.ts'

/** ClientInfo is what others are told of a client. */
export interface ClientInfo {
  readonly client: string
  readonly user: string
}

/** RoomMember is a client in a room. */
export interface RoomMember {
  readonly info: ClientInfo
  push(message: Message): void
  /** end says that the channel is gone or turned off. */
  end(reason: 'gone' | 'lost'): void
}

/** Publication is a message that is kept. */
export interface Publication {
  readonly offset: number
  readonly text: string
  readonly at: number
}

const KEPT = 100
const KEPT_MS = 5 * 60_000

/** Room is one channel. */
export class Room {
  readonly channel: string
  readonly epoch = randomUUID().slice(0, 8)
  readonly #clock: Clock
  readonly #members = new Map<string, RoomMember>()
  #publications: Publication[] = []
  #offset = 0

  constructor(channel: string, clock: Clock) {
    this.channel = channel
    this.#clock = clock
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  get offset(): number {
    return this.#offset
  }

  /** presence is who is there. */
  get presence(): readonly ClientInfo[] {
    return [...this.#members.values()].map(({ info }) => info)
  }

  /** enter adds a client and tells the others. */
  enter(member: RoomMember): void {
    this.#tell(`"join":{"info":${JSON.stringify(member.info)}}`)
    this.#members.set(member.info.client, member)
  }

  /** leave removes a client and tells the others. */
  leave({ info }: RoomMember): void {
    if (this.#members.delete(info.client)) this.#tell(`"leave":{"info":${JSON.stringify(info)}}`)
  }

  /** publish gives a message, as its JSON text, to everybody there, the sender included. */
  publish(data: string, info: ClientInfo): void {
    this.#offset += 1
    const text = `{"data":${data},"info":${JSON.stringify(info)},"offset":${this.#offset}}`
    this.#publications.push({ offset: this.#offset, text, at: this.#clock.now().getTime() })
    if (this.#publications.length > KEPT) this.#publications.shift()
    this.#tell(`"pub":${text}`)
  }

  /** known gives the messages that are still kept, the oldest first. */
  known(): readonly Publication[] {
    const oldest = this.#clock.now().getTime() - KEPT_MS
    this.#publications = this.#publications.filter(({ at }) => at >= oldest)
    return this.#publications
  }

  /** since gives the messages after an offset, or undefined where they are not all kept. */
  since(offset: number, epoch: string): readonly Publication[] | undefined {
    if (epoch !== this.epoch || offset > this.#offset) return undefined
    const missed = this.known().filter((publication) => publication.offset > offset)
    return missed.length === this.#offset - offset ? missed : undefined
  }

  /** close sends everybody away. */
  close(): void {
    const members = [...this.#members.values()]
    this.#members.clear()
    for (const member of members) member.end('gone')
  }

  #tell(what: string): void {
    const message = new Message(`{"push":{"channel":${JSON.stringify(this.channel)},${what}}}`)
    for (const member of this.#members.values()) member.push(message)
  }
}
