// All rooms of this node: made when somebody comes, kept for a while after the last has left.
import { LRUCache } from 'lru-cache'
import { Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import { messageChannel } from '#realtime/settings/channel-names.ts'
import type { LiveConfigs } from '#realtime/settings/live-config.ts'
import { LIVE_TOPIC } from '#realtime/settings/settings.ts'
import { Room, type RoomMember } from './room.ts'

const MAX_EMPTY = 50_000
const SWEEP_MS = 60_000
// Messages that are kept, in bytes.
const MEMORY = { total: 128 * 1024 * 1024, each: 8 * 1024 * 1024 }

interface Place {
  readonly room: Room
  readonly projectId: string
  readonly name: string
}

/** Rooms finds rooms. */
export class Rooms {
  readonly #platform: Platform
  readonly #configs: LiveConfigs
  readonly #occupied = new Map<string, Place>()
  // Whoever reconnects shall find what was said meanwhile.
  readonly #empty = new LRUCache<string, Place>({
    max: MAX_EMPTY,
    dispose: ({ room }, _, reason) => {
      if (reason === 'evict') room.forget()
    },
  })
  readonly #memory = new Shares(MEMORY)
  readonly #timer: NodeJS.Timeout

  constructor(platform: Platform, configs: LiveConfigs) {
    this.#platform = platform
    this.#configs = configs
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#timer.unref()
    platform.invalidations.on(LIVE_TOPIC, (id) => {
      const report = (error: unknown) => platform.log.error({ err: error }, 'could not look after channels')
      this.#check(id).catch(report)
    })
  }

  /** stop ends what is done now and then. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** find gives the room of a channel, or undefined where the project has no such channel or has turned it off. */
  async find(projectId: string, name: string): Promise<Room | undefined> {
    const config = await this.#configs.find(projectId)
    if (config?.findMessages(name) === undefined) return undefined
    return this.#place(projectId, name).room
  }

  /** enter adds a client to a room. */
  enter(room: Room, member: RoomMember): void {
    const place = this.#empty.get(room.channel)
    if (place !== undefined) {
      this.#empty.delete(room.channel)
      this.#occupied.set(room.channel, place)
    }
    room.enter(member)
  }

  /** leave removes a client from a room. */
  leave(room: Room, member: RoomMember): void {
    room.leave(member)
    const place = this.#occupied.get(room.channel)
    // Another room may have taken the place of one that was closed.
    if (place?.room !== room || !room.isEmpty) return
    this.#occupied.delete(room.channel)
    this.#empty.set(room.channel, place)
  }

  #place(projectId: string, name: string): Place {
    const channel = messageChannel(projectId, name)
    const known = this.#occupied.get(channel) ?? this.#empty.get(channel)
    if (known !== undefined) return known
    const memory = {
      take: (bytes: number) => this.#memory.take(projectId, bytes) === undefined,
      give: (bytes: number) => this.#memory.give(projectId, bytes),
    }
    const place = { room: new Room(channel, this.#platform.clock, memory), projectId, name }
    this.#empty.set(channel, place)
    return place
  }

  // Whoever asks drops what is too old; of many rooms nobody does.
  #sweep(): void {
    for (const places of [this.#occupied, this.#empty]) for (const { room } of places.values()) room.known()
  }

  // The settings are read first: what they say holds for everybody who is there by then.
  async #check(changed: string | undefined): Promise<void> {
    const projects = changed === undefined ? this.#projects() : [changed]
    for (const projectId of projects) {
      const config = await this.#configs.find(projectId)
      for (const places of [this.#occupied, this.#empty])
        for (const [channel, { room, name, ...place }] of [...places.entries()]) {
          if (place.projectId !== projectId || config?.findMessages(name) !== undefined) continue
          places.delete(channel)
          room.close()
        }
    }
  }

  #projects(): Set<string> {
    return new Set([...this.#occupied.values(), ...this.#empty.values()].map(({ projectId }) => projectId))
  }
}
