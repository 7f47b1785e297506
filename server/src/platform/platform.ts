// What the platform offers to modules: one object, made by the composition root and handed down as an argument.
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import type { ClusterFeeds } from '#platform/changes/change-feeds.ts'
import type { AlarmClock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Passwords } from '#platform/crypto/passwords.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import type { TableShapes } from '#platform/db/catalog/table-shapes.ts'
import type { Clusters } from '#platform/db/clusters/clusters.ts'
import type { TableStatistics } from '#platform/db/clusters/table-statistics.ts'
import type { ProjectEvents } from '#platform/events/project-events.ts'
import type { Draining } from '#platform/exit/draining.ts'
import type { OpenCounts } from '#platform/fairness/counts.ts'
import type { Gates } from '#platform/fairness/gates.ts'
import type { MemoryBudget } from '#platform/fairness/memory-budget.ts'
import type { ProjectHosts } from '#platform/http/project-hosts.ts'
import type { LimitRules } from '#platform/http/routes/limit-rules.ts'
import type { HttpClient } from '#platform/http-client/http-client.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { Messages } from '#platform/messages/messages.ts'
import type { CountsLink } from '#platform/nats/counts-link.ts'
import type { Plans } from '#platform/plans/plan.ts'
import type { Quotas } from '#platform/plans/quotas.ts'
import type { References } from '#platform/references/references.ts'
import type { Usage } from '#platform/usage/usage.ts'
import type { QuietStart } from '#platform/work/quiet-start.ts'

/** Platform is everything that a module may use of the platform. */
export interface Platform {
  readonly config: Config
  readonly log: Log
  readonly clock: AlarmClock
  readonly keys: MasterKey
  readonly passwords: Passwords
  readonly clusters: Clusters
  readonly shapes: TableShapes
  /** statistics has PostgreSQL analyze tables that have grown. */
  readonly statistics: TableStatistics
  readonly invalidations: Invalidations
  /** quiet says whether work in the background waits, since the data was restored. */
  readonly quiet: QuietStart
  /** draining says whether this node is about to stop. */
  readonly draining: Draining
  readonly jobs: Jobs
  /** gates are the places that projects share. */
  readonly gates: Gates
  /** budget counts what requests make this process hold in memory. */
  readonly budget: MemoryBudget
  readonly changes: ClusterFeeds
  /** blobs are the bytes of stored objects. */
  readonly blobs: BlobStore
  readonly messages: Messages
  /** http makes requests to addresses that projects choose. */
  readonly http: HttpClient
  /** hosts are the verified host names of projects. */
  readonly hosts: ProjectHosts
  /** usage counts what projects use. */
  readonly usage: Usage
  /** limitRules are the rate limits that projects set for themselves. */
  readonly limitRules: LimitRules
  /** hasBroker is whether the settings name NATS servers, through which nodes reach each other: without one, this node is alone. */
  readonly hasBroker: boolean
  /** openCounts counts requests, on all nodes together where there is a broker. */
  readonly openCounts: OpenCounts
  /** counts connects the counts of this node with those of others, if there can be any. */
  readonly counts: CountsLink | undefined
  /** plans are those that projects can choose. */
  readonly plans: Plans
  /** quotas says which quotas of their plans projects have used up. */
  readonly quotas: Quotas
  /** references says what is used by what, across modules. */
  readonly references: References
  /** events are the types of events that webhooks and triggers receive. */
  readonly events: ProjectEvents
}
