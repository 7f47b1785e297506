// The state of live changes on one node: created once by the composition root, stopped before the HTTP server.

import { API_KEY_CHANGED } from '#modules/api-keys/key-lookup.service.ts'
import { Rooms } from '#modules/realtime/rooms/rooms.ts'
import { SchemaWatchers } from '#modules/realtime/rooms/schema-watchers.ts'
import { LiveConfigs } from '#modules/realtime/settings/live-config.ts'
import { Allowance } from '#modules/realtime/tables/allowance.ts'
import { TableTopics } from '#modules/realtime/tables/table-topics.ts'
import { type Lookups, Principals } from '#modules/realtime/tokens/principals.ts'
import { LiveTokens } from '#modules/realtime/tokens/tokens.ts'
import type { ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { countAlone } from '#platform/fairness/counts.ts'
import { RateLimiter } from '#platform/http/routes/rate-limits.ts'
import type { Platform } from '#platform/platform.ts'
import { Backlogs } from '#platform/realtime/backlogs.ts'
import { ConnectionSlots } from '#platform/realtime/connection-slots.ts'
import { Flusher } from '#platform/realtime/writers.ts'
import { LiveClients } from './clients.ts'
import { createMetrics, type LiveMetrics } from './metrics.ts'

// About half of what one core delivers.
const DELIVERIES = { amount: 3_000_000, seconds: 60 }
// In addition to the 1 MB that can be buffered for each client.
const WAITING = { project: 64 * 1024 * 1024, node: 256 * 1024 * 1024 }

/** Realtime is the state of live changes on one node. */
export interface Realtime {
  readonly platform: Platform
  readonly changes: ChangeFeeds
  readonly tokens: LiveTokens
  readonly principals: Principals
  readonly configs: LiveConfigs
  readonly topics: TableTopics
  readonly rooms: Rooms
  readonly schemas: SchemaWatchers
  readonly clients: LiveClients
  readonly slots: ConnectionSlots
  readonly metrics: LiveMetrics
  readonly flusher: Flusher
  /** backlogs bound what is buffered for slow clients. */
  readonly backlogs: Backlogs
  /** limiter bounds the commands of each connection; undefined if limits are off. */
  readonly limiter: RateLimiter | undefined
  /** deliveries bound the messages that a project publishes, counted for each recipient; undefined if limits are off. */
  readonly deliveries: Allowance | undefined
  /** stop disconnects all clients and waits until they are gone. */
  stop(): Promise<void>
}

export function createRealtime(platform: Platform, changes: ChangeFeeds, lookups: Lookups): Realtime {
  const findProject = async (id: string) => lookups.project(id)
  const configs = new LiveConfigs(platform, findProject)
  const topics = new TableTopics(platform, changes, configs, findProject)
  const rooms = new Rooms(platform, configs)
  const clients = new LiveClients(platform)
  watchCredentials(platform, clients, lookups)
  // Without a broker there is no other node that serves them.
  if (platform.hasBroker) platform.draining.onBegin((ms) => clients.leave(ms))
  return {
    platform,
    changes,
    tokens: new LiveTokens(platform.keys, platform.clock),
    principals: new Principals(platform, lookups),
    configs,
    topics,
    rooms,
    schemas: new SchemaWatchers(platform),
    clients,
    slots: new ConnectionSlots({
      address: platform.config.liveAddressConnections,
      unauthenticated: platform.config.liveUnknownConnections,
    }),
    metrics: createMetrics(),
    flusher: new Flusher(),
    backlogs: new Backlogs(WAITING),
    limiter: platform.config.rateLimits ? openLimiter(platform) : undefined,
    deliveries: platform.config.rateLimits ? new Allowance(platform.clock, DELIVERIES) : undefined,
    async stop() {
      await clients.stop()
      topics.stop()
      rooms.stop()
    },
  }
}

// A connection is on one node: nobody else counts its commands.
function openLimiter({ clock }: Platform): RateLimiter {
  return new RateLimiter({ clock, openCounts: countAlone(clock) }, 'live-commands')
}

// A token ends with its credential, at once and on every node; so do open connections.
function watchCredentials(platform: Platform, clients: LiveClients, lookups: Lookups): void {
  const { invalidations } = platform
  invalidations.on(PROJECT_CHANGED, (id) => clients.recheck(() => true, id))
  invalidations.on(API_KEY_CHANGED, (id) =>
    clients.recheck(({ actor }) => actor?.type === 'api_key' && (id === undefined || actor.key_id === id)),
  )
  lookups.onUserChange((concerns) =>
    clients.recheck(({ actor }) => actor?.type === 'project_user' && concerns(actor)),
  )
  lookups.onMembershipChange((id) =>
    clients.recheck(
      ({ actor, principal }) =>
        actor?.type === 'dashboard' && (id === undefined || principal?.project.organisation_id === id),
    ),
  )
  lookups.onDashboardSessionEnd((id) =>
    clients.recheck(
      ({ actor }) => actor?.type === 'dashboard' && (id === undefined || actor.session_id === id),
    ),
  )
}
