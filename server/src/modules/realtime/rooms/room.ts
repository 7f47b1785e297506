// A channel of the clients' own messages: its presence and its history. Both are this node's own.
import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import { AtOnce } from '#platform/fairness/at-once.ts'
import { Message } from '#platform/realtime/frames.ts'

/** ClientInfo is what other clients see of a client. */
export interface ClientInfo {
  readonly client: string
  readonly user: string
}

/** RoomMember is a client in a room. */
export interface RoomMember {
  readonly info: ClientInfo
  push(message: Message): void
  /** end is called when the channel is removed or turned off. */
  end(reason: 'removed' | 'interrupted'): void
}

/** Publication is a message in the history. `text` is its JSON, `at` when it was published, in milliseconds. */
export interface Publication {
  readonly offset: number
  readonly text: string
  readonly at: number
}

/** RoomMemory bounds the memory of histories, for each project. */
export interface RoomMemory {
  /** take reserves bytes, or returns false if too few are left. */
  take(bytes: number): boolean
  release(bytes: number): void
}

/** MAX_PRESENCE is the most clients of a channel for which presence, joins and leaves are sent. */
export const MAX_PRESENCE = 500

const HISTORY_SIZE = 100
const HISTORY_TTL_MS = 5 * 60_000

/** Room is one channel. */
export class Room {
  readonly channel: string
  readonly epoch = randomUUID().slice(0, 8)
  readonly #clock: Clock
  readonly #memory: RoomMemory
  readonly #users = new AtOnce<string>()
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

  get clients(): number {
    return this.#members.size
  }

  get users(): number {
    return this.#users.size
  }

  /** presence lists the clients of the channel; undefined if there are more than MAX_PRESENCE. */
  get presence(): readonly ClientInfo[] | undefined {
    if (this.#members.size > MAX_PRESENCE) return undefined
    return [...this.#members.values()].map(({ info }) => info)
  }

  /** join adds a client and notifies the others, unless there are too many. */
  join(member: RoomMember): void {
    const { info } = member
    this.#broadcastPresence(`"join":{"info":${JSON.stringify(info)}}`)
    this.#members.set(info.client, member)
    this.#users.add(info.user)
  }

  /** leave removes a client and notifies the others, unless there are too many. */
  leave({ info }: RoomMember): void {
    if (!this.#members.delete(info.client)) return
    this.#users.remove(info.user)
    this.#broadcastPresence(`"leave":{"info":${JSON.stringify(info)}}`)
  }

  /** publish sends a message, given as JSON text, to all clients of the channel, the sender included. */
  publish(data: string, info: ClientInfo): void {
    this.#offset += 1
    const text = `{"data":${data},"info":${JSON.stringify(info)},"offset":${this.#offset}}`
    this.#addToHistory({ offset: this.#offset, text, at: this.#clock.now().getTime() })
    this.#broadcast(`"pub":${text}`)
  }

  /** history returns the messages of the history, the oldest first. It drops those that have expired. */
  history(): readonly Publication[] {
    const oldest = this.#clock.now().getTime() - HISTORY_TTL_MS
    while ((this.#publications[0]?.at ?? oldest) < oldest) this.#dropOldest()
    return this.#publications
  }

  /** since returns the messages after an offset, or undefined if some are no longer in the history. */
  since(offset: number, epoch: string): readonly Publication[] | undefined {
    if (epoch !== this.epoch || offset > this.#offset) return undefined
    const missed = this.history().filter((publication) => publication.offset > offset)
    return missed.length === this.#offset - offset ? missed : undefined
  }

  clearHistory(): void {
    while (this.#publications.length > 0) this.#dropOldest()
  }

  /** close unsubscribes all clients. */
  close(): void {
    this.clearHistory()
    const members = [...this.#members.values()]
    this.#members.clear()
    this.#users.clear()
    for (const member of members) member.end('removed')
  }

  // If the project has no memory left, the oldest messages of this channel are dropped.
  #addToHistory(publication: Publication): void {
    const bytes = publication.text.length
    if (this.#publications.length === HISTORY_SIZE) this.#dropOldest()
    while (!this.#memory.take(bytes)) {
      if (this.#publications.length === 0) return
      this.#dropOldest()
    }
    this.#publications.push(publication)
  }

  #dropOldest(): void {
    this.#memory.release(this.#publications.shift()?.text.length ?? 0)
  }

  // In a large channel every join and leave would be one push to each client.
  #broadcastPresence(push: string): void {
    if (this.#members.size <= MAX_PRESENCE) this.#broadcast(push)
  }

  #broadcast(push: string): void {
    const message = new Message(`{"push":{"channel":${JSON.stringify(this.channel)},${push}}}`)
    for (const member of this.#members.values()) member.push(message)
  }
}
