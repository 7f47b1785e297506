// What a project has said about live changes, in memory: asked for every event, read anew after every change.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChannelRow, listChannels } from './channels.store.ts'
import { getSettings, LIVE_TOPIC, type StoredSettings } from './settings.ts'

/** LiveConfig is a project's settings and channels. */
export class LiveConfig {
  readonly settings: StoredSettings
  readonly #messages: ReadonlyMap<string, ChannelRow>
  readonly #silent: ReadonlySet<string>

  constructor(settings: StoredSettings, channels: readonly ChannelRow[]) {
    this.settings = settings
    this.#messages = new Map(
      channels.filter(({ table_id }) => table_id === null).map((row) => [row.name, row]),
    )
    this.#silent = new Set(
      channels.flatMap(({ table_id, enabled }) => (table_id && !enabled ? [table_id] : [])),
    )
  }

  /** sends says whether a type of event of a table is sent. */
  sends(type: 'INSERT' | 'UPDATE' | 'DELETE', tableId: string): boolean {
    const { broadcast_inserts, broadcast_updates, broadcast_deletes } = this.settings
    if (!this.carries(tableId)) return false
    return { INSERT: broadcast_inserts, UPDATE: broadcast_updates, DELETE: broadcast_deletes }[type]
  }

  /** carries says whether anything of a table is sent. */
  carries(tableId: string): boolean {
    return this.settings.enabled && !this.#silent.has(tableId)
  }

  /** findMessages gives an enabled channel of the clients' own messages. */
  findMessages(name: string): ChannelRow | undefined {
    const row = this.settings.enabled ? this.#messages.get(name) : undefined
    return row?.enabled === true ? row : undefined
  }
}

/** LiveConfigs finds the settings of projects. */
export class LiveConfigs {
  readonly #cache: LookupCache<LiveConfig>

  constructor(platform: Platform, findProject: (id: string) => Promise<ProjectRecord | undefined>) {
    this.#cache = new LookupCache(platform.clock, 10_000, async (id) => {
      const project = await findProject(id)
      if (project === undefined) return undefined
      const channels = listChannels(platform.clusters.of(project).admin, id)
      return new LiveConfig(await getSettings(platform, project), await channels)
    })
    platform.invalidations.on(LIVE_TOPIC, (id) => this.#cache.forget(id))
  }

  /** find gives a project's settings, at once where they are known, or undefined where there is no such project. */
  find(projectId: string): LiveConfig | undefined | Promise<LiveConfig | undefined> {
    return this.#cache.find(projectId)
  }
}
