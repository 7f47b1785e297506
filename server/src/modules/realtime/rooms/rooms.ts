// All rooms of this node: created for the first client, kept for a while after the last one has left.
import { LRUCache } from 'lru-cache'
import { messageChannel } from '#modules/realtime/settings/channel-names.ts'
import type { LiveConfigs } from '#modules/realtime/settings/live-config.ts'
import { LIVE_TOPIC } from '#modules/realtime/settings/settings.ts'
import { Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import { Room, type RoomMember } from './room.ts'

const MAX_EMPTY = 50_000
const SWEEP_MS = 60_000
// Bytes of histories.
const HISTORY_BYTES = { total: 128 * 1024 * 1024, each: 8 * 1024 * 1024 }

interface RoomEntry {
  readonly room: Room
  readonly projectId: string
  readonly name: string
}

/** Rooms creates and finds rooms. */
export class Rooms {
  readonly #platform: Platform
  readonly #configs: LiveConfigs
  readonly #occupied = new Map<string, RoomEntry>()
  // Kept for clients that reconnect and recover missed messages.
  readonly #empty = new LRUCache<string, RoomEntry>({
    max: MAX_EMPTY,
    dispose: ({ room }, _, reason) => {
      if (reason === 'evict') room.clearHistory()
    },
  })
  readonly #memory = new Shares(HISTORY_BYTES)
  readonly #timer: NodeJS.Timeout

  constructor(platform: Platform, configs: LiveConfigs) {
    this.#platform = platform
    this.#configs = configs
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#timer.unref()
    platform.invalidations.on(LIVE_TOPIC, (id) => this.#check(id))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** find returns the room of a channel, or undefined if the project has no such channel or has turned it off. */
  async find(projectId: string, name: string): Promise<Room | undefined> {
    const config = await this.#configs.find(projectId)
    if (config?.findMessages(name) === undefined) return undefined
    return this.#entry(projectId, name).room
  }

  join(room: Room, member: RoomMember): void {
    const entry = this.#empty.get(room.channel)
    if (entry !== undefined) {
      this.#empty.delete(room.channel)
      this.#occupied.set(room.channel, entry)
    }
    room.join(member)
  }

  leave(room: Room, member: RoomMember): void {
    room.leave(member)
    const entry = this.#occupied.get(room.channel)
    // After a room was closed, a new one can have its channel.
    if (entry?.room !== room || !room.isEmpty) return
    this.#occupied.delete(room.channel)
    this.#empty.set(room.channel, entry)
  }

  #entry(projectId: string, name: string): RoomEntry {
    const channel = messageChannel(projectId, name)
    const known = this.#occupied.get(channel) ?? this.#empty.get(channel)
    if (known !== undefined) return known
    const memory = {
      take: (bytes: number) => this.#memory.take(projectId, bytes) === undefined,
      release: (bytes: number) => this.#memory.give(projectId, bytes),
    }
    const entry = { room: new Room(channel, this.#platform.clock, memory), projectId, name }
    this.#empty.set(channel, entry)
    return entry
  }

  // Reading a history drops what has expired; most rooms are rarely read.
  #sweep(): void {
    for (const entries of [this.#occupied, this.#empty])
      for (const { room } of entries.values()) room.history()
  }

  // The settings are read before the rooms, so that no room is created by older ones in between.
  async #check(changed: string | undefined): Promise<void> {
    const projects = changed === undefined ? this.#projects() : [changed]
    for (const projectId of projects) {
      const config = await this.#configs.find(projectId)
      for (const entries of [this.#occupied, this.#empty])
        for (const [channel, { room, name, ...entry }] of [...entries.entries()]) {
          if (entry.projectId !== projectId || config?.findMessages(name) !== undefined) continue
          entries.delete(channel)
          room.close()
        }
    }
  }

  #projects(): Set<string> {
    return new Set([...this.#occupied.values(), ...this.#empty.values()].map(({ projectId }) => projectId))
  }
}
