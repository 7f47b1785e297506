// What all topics of a node share.

import type { DatabaseChecks } from '#modules/realtime/access/database-checks.ts'
import type { LiveConfigs } from '#modules/realtime/settings/live-config.ts'
import type { ChangeFeed } from '#platform/changes/feed/change-feed.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'

/** TopicContext is what all topics of a node share. */
export interface TopicContext<Topic> {
  readonly platform: Platform
  readonly checks: DatabaseChecks
  readonly configs: LiveConfigs
  findProject(id: string): Promise<ProjectRecord | undefined>
  feedOf(project: ProjectRecord): ChangeFeed
  /** pending bounds the bytes of changes that wait to be delivered, by project. */
  readonly pending: Shares
  /** replays and turns are fair queues for work that takes long: replays of missed changes, and delivery to many subscribers. */
  readonly replays: FairGate
  readonly turns: FairGate
  /** onTable is called once the topic has found its table. */
  onTable(topic: Topic, tableId: string): void
  /** onIdle is called when the topic has no subscribers left, or was closed. */
  onIdle(topic: Topic): void
}
