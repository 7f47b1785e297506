// A project's settings and channels in memory: used for every event, read again after every change.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChannelRow, listChannels } from './channels.store.ts'
import { getSettings, LIVE_TOPIC, type StoredSettings } from './settings.ts'

export class LiveConfig {
  readonly settings: StoredSettings
  readonly #messages: ReadonlyMap<string, ChannelRow>
  readonly #disabledTables: ReadonlySet<string>

  constructor(settings: StoredSettings, channels: readonly ChannelRow[]) {
    this.settings = settings
    this.#messages = new Map(
      channels.filter(({ table_id }) => table_id === null).map((row) => [row.name, row]),
    )
    this.#disabledTables = new Set(
      channels.flatMap(({ table_id, enabled }) => (table_id && !enabled ? [table_id] : [])),
    )
  }

  sends(type: 'INSERT' | 'UPDATE' | 'DELETE', tableId: string): boolean {
    const { broadcast_inserts, broadcast_updates, broadcast_deletes } = this.settings
    if (!this.isLive(tableId)) return false
    return { INSERT: broadcast_inserts, UPDATE: broadcast_updates, DELETE: broadcast_deletes }[type]
  }

  /** isLive reports whether any changes of a table are sent. */
  isLive(tableId: string): boolean {
    return this.settings.enabled && !this.#disabledTables.has(tableId)
  }

  /** findMessages returns a channel of messages, or undefined if there is none or it is turned off. */
  findMessages(name: string): ChannelRow | undefined {
    const row = this.settings.enabled ? this.#messages.get(name) : undefined
    return row?.enabled === true ? row : undefined
  }
}

/** LiveConfigs caches the configurations of projects. */
export class LiveConfigs {
  readonly #cache: LookupCache<LiveConfig>

  constructor(platform: Platform, findProject: (id: string) => Promise<ProjectRecord | undefined>) {
    this.#cache = new LookupCache(platform.clock, 10_000, async (id) => {
      const project = await findProject(id)
      if (project === undefined) return undefined
      const [settings, channels] = await Promise.all([
        getSettings(platform, project),
        listChannels(platform.clusters.of(project).admin, id),
      ])
      return new LiveConfig(settings, channels)
    })
    platform.invalidations.on(LIVE_TOPIC, (id) => this.#cache.forget(id))
  }

  /** find returns a project's configuration, synchronously if it is cached, or undefined if there is no such project. */
  find(projectId: string): LiveConfig | undefined | Promise<LiveConfig | undefined> {
    return this.#cache.find(projectId)
  }
}
