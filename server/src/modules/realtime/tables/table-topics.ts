// All topics of this node: found by channel for subscribers, by table for changes.

import { DatabaseChecks } from '#modules/realtime/access/database-checks.ts'
import { tableChannel } from '#modules/realtime/settings/channel-names.ts'
import type { LiveConfigs } from '#modules/realtime/settings/live-config.ts'
import { LIVE_TOPIC } from '#modules/realtime/settings/settings.ts'
import type { BreakReason, Change, ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import { TableTopic } from './table-topic.ts'
import type { TopicContext } from './topic-context.ts'

// Bytes of changes that wait for delivery.
const PENDING = { total: 256 * 1024 * 1024, each: 32 * 1024 * 1024 }

/** TableTopics finds topics, and passes the changes of the feed to them. */
export class TableTopics {
  readonly #topics = new Map<string, TableTopic>()
  readonly #byTable = new Map<string, Set<TableTopic>>()
  readonly #context: TopicContext<TableTopic>
  readonly #stops: (() => void)[]

  constructor(
    platform: Platform,
    changes: ChangeFeeds,
    configs: LiveConfigs,
    findProject: (id: string) => Promise<ProjectRecord | undefined>,
  ) {
    this.#context = {
      platform,
      configs,
      findProject,
      checks: new DatabaseChecks(platform),
      pending: new Shares(PENDING),
      replays: platform.gates.replays,
      turns: platform.gates.live_turns,
      feedOf: (project) => changes.of(project),
      onTable: (topic, tableId) => this.#bind(topic, tableId),
      onIdle: (topic) => this.#drop(topic),
    }
    const feeds = platform.clusters.all().map(({ name }) => changes.of({ cluster: name }))
    this.#stops = [
      changes.listen((batch) => this.#publish(batch)),
      ...feeds.flatMap((feed) => [
        feed.onBreak((tableId, reason) => this.#break(tableId, reason)),
        feed.keep(() => [...this.#byTable.keys()].filter((tableId) => this.isWatched(tableId))),
      ]),
    ]
    for (const topic of [TABLES_CHANGED, PROJECT_CHANGED, LIVE_TOPIC])
      platform.invalidations.on(topic, (id) => this.#reload(id))
  }

  /** of returns the topic of a table, which it creates if there is none. */
  of(projectId: string, slug: string): TableTopic {
    const channel = tableChannel(projectId, slug)
    const known = this.#topics.get(channel)
    if (known !== undefined) return known
    const topic = new TableTopic(this.#context, channel, projectId, slug)
    this.#topics.set(channel, topic)
    return topic
  }

  /** isWatched reports whether a topic of this node has the table's changes captured. */
  isWatched(tableId: string): boolean {
    return [...(this.#byTable.get(tableId) ?? [])].some((topic) => topic.isWatched)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #publish(changes: readonly Change[]): void {
    for (const [tableId, ofTable] of Map.groupBy(changes, ({ table_id }) => table_id))
      for (const topic of this.#byTable.get(tableId) ?? []) topic.publish(ofTable)
  }

  #break(tableId: string | undefined, reason: BreakReason): void {
    // Topics that have not found their table yet have delivered nothing.
    const concerned = tableId === undefined ? [...this.#byTable.values()] : [this.#byTable.get(tableId) ?? []]
    for (const topic of concerned.flatMap((topics) => [...topics])) topic.interrupt(reason)
  }

  #reload(projectId: string | undefined): void {
    for (const topic of [...this.#topics.values()])
      if (projectId === undefined || topic.projectId === projectId) topic.reload()
  }

  #bind(topic: TableTopic, tableId: string): void {
    const topics = this.#byTable.get(tableId)
    if (topics === undefined) this.#byTable.set(tableId, new Set([topic]))
    else topics.add(topic)
  }

  #drop(topic: TableTopic): void {
    if (this.#topics.get(topic.channel) === topic) this.#topics.delete(topic.channel)
    const { tableId } = topic
    const topics = tableId === undefined ? undefined : this.#byTable.get(tableId)
    topics?.delete(topic)
    if (tableId !== undefined && topics?.size === 0) this.#byTable.delete(tableId)
  }
}
