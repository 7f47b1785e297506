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

/** RoomMemory is what messages are kept in: so much for each project. */
export interface RoomMemory {
  /** take returns false where there is no room for so many bytes more. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** MAX_TOLD is up to how many clients of a channel are told of one another. */
export const MAX_TOLD = 500

const KEPT = 100
const KEPT_MS = 5 * 60_000

/** Room is one channel. */
export class Room {
  readonly channel: string
  readonly epoch = randomUUID().slice(0, 8)
  readonly #clock: Clock
  readonly #memory: RoomMemory
  readonly #users = new Map<string, number>()
  readonly #members = new Map<string, RoomMember>()
  #publications: Publication[] = []
  #offset = 0

  constructor(channel: string, clock: Clock, memory: RoomMemory) {
    this.channel = channel
    this.#clock = clock
    this.#memory = memory
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  get offset(): number {
    return this.#offset
  }

  /** clients and users are how many there are. */
  get clients(): number {
    return this.#members.size
  }

  get users(): number {
    return this.#users.size
  }

  /** presence is who is there, or undefined where they are too many to be told. */
  get presence(): readonly ClientInfo[] | undefined {
    if (this.#members.size > MAX_TOLD) return undefined
    return [...this.#members.values()].map(({ info }) => info)
  }

  /** enter adds a client and tells the others, unless they are too many. */
  enter(member: RoomMember): void {
    const { info } = member
    this.#tellFew(`"join":{"info":${JSON.stringify(info)}}`)
    this.#members.set(info.client, member)
    this.#users.set(info.user, (this.#users.get(info.user) ?? 0) + 1)
  }

  /** leave removes a client and tells the others, unless they are too many. */
  leave({ info }: RoomMember): void {
    if (!this.#members.delete(info.client)) return
    const others = (this.#users.get(info.user) ?? 1) - 1
    if (others > 0) this.#users.set(info.user, others)
    else this.#users.delete(info.user)
    this.#tellFew(`"leave":{"info":${JSON.stringify(info)}}`)
  }

  /** publish gives a message, as its JSON text, to everybody there, the sender included. */
  publish(data: string, info: ClientInfo): void {
    this.#offset += 1
    const text = `{"data":${data},"info":${JSON.stringify(info)},"offset":${this.#offset}}`
    this.#keep({ offset: this.#offset, text, at: this.#clock.now().getTime() })
    this.#tell(`"pub":${text}`)
  }

  /** known gives the messages that are still kept, the oldest first. */
  known(): readonly Publication[] {
    const oldest = this.#clock.now().getTime() - KEPT_MS
    while ((this.#publications[0]?.at ?? oldest) < oldest) this.#forgetOldest()
    return this.#publications
  }

  /** since gives the messages after an offset, or undefined where they are not all kept. */
  since(offset: number, epoch: string): readonly Publication[] | undefined {
    if (epoch !== this.epoch || offset > this.#offset) return undefined
    const missed = this.known().filter((publication) => publication.offset > offset)
    return missed.length === this.#offset - offset ? missed : undefined
  }

  /** forget drops all messages. */
  forget(): void {
    while (this.#publications.length > 0) this.#forgetOldest()
  }

  /** close sends everybody away. */
  close(): void {
    this.forget()
    const members = [...this.#members.values()]
    this.#members.clear()
    this.#users.clear()
    for (const member of members) member.end('gone')
  }

  // Where the project has no memory left, the room's own oldest messages make way.
  #keep(publication: Publication): void {
    const bytes = publication.text.length
    if (this.#publications.length === KEPT) this.#forgetOldest()
    while (!this.#memory.take(bytes)) {
      if (this.#publications.length === 0) return
      this.#forgetOldest()
    }
    this.#publications.push(publication)
  }

  #forgetOldest(): void {
    this.#memory.give(this.#publications.shift()?.text.length ?? 0)
  }

  // With many, each who comes and goes would be as many pushes.
  #tellFew(what: string): void {
    if (this.#members.size <= MAX_TOLD) this.#tell(what)
  }

  #tell(what: string): void {
    const message = new Message(`{"push":{"channel":${JSON.stringify(this.channel)},${what}}}`)
    for (const member of this.#members.values()) member.push(message)
  }
}
