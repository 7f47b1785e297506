// Opens and closes what the platform is made of: the cluster, caches, jobs, live changes, messages.
import type pg from 'pg'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { openBlobs } from '#platform/blobs/open-blobs.ts'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import { openChangeFeeds } from '#platform/changes/change-feeds.ts'
import type { AlarmClock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { openPasswords, type PasswordCost } from '#platform/crypto/passwords.ts'
import { Invalidations, topic } from '#platform/db/caches/invalidations.ts'
import { TableShapes } from '#platform/db/catalog/table-shapes.ts'
import { Cluster } from '#platform/db/clusters/cluster.ts'
import { Clusters } from '#platform/db/clusters/clusters.ts'
import { SHARED_POOL_LEFT } from '#platform/db/clusters/detach-from-shared-pool.ts'
import { TableStatistics } from '#platform/db/clusters/table-statistics.ts'
import { findRoom } from '#platform/db/connections/connection-budget.ts'
import { type BootstrapMigrations, bootstrap, readLevel } from '#platform/db/migrations/bootstrap.ts'
import { holdLevel, LEVEL, tooOld } from '#platform/db/migrations/levels.ts'
import { ProjectEvents } from '#platform/events/project-events.ts'
import { Draining } from '#platform/exit/draining.ts'
import { countAlone } from '#platform/fairness/counts.ts'
import { openGates } from '#platform/fairness/gates.ts'
import { MemoryBudget, type MemoryLimits } from '#platform/fairness/memory-budget.ts'
import { ProjectHosts } from '#platform/http/project-hosts.ts'
import { LimitRules } from '#platform/http/routes/limit-rules.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { Messages } from '#platform/messages/messages.ts'
import { openMessages } from '#platform/messages/open-messages.ts'
import { openNatsRelays } from '#platform/nats/nats-relay.ts'
import { openCountsLink } from '#platform/nats/open-counts.ts'
import { loadPlans } from '#platform/plans/plans-file.ts'
import { Quotas } from '#platform/plans/quotas.ts'
import { References } from '#platform/references/references.ts'
import { Usage } from '#platform/usage/usage.ts'
import { openQuietStart } from '#platform/work/quiet-start.ts'
import type { Platform } from './platform.ts'

/** PlatformOptions is what the platform is made of. */
export interface PlatformOptions {
  readonly config: Config
  readonly log: Log
  readonly clock: AlarmClock
  readonly keys: MasterKey
  /** database is how the administrator logs in to the control plane's cluster. */
  readonly database: pg.ClientConfig
  /** messages are the drivers of mail and SMS; left out, they are those of the settings. */
  readonly messages?: Messages
  /** blobs is the store of objects; left out, it is that of the settings. */
  readonly blobs?: BlobStore
  /** memory is what requests may make the process hold; left out, it is a part of the heap. */
  readonly memory?: MemoryLimits
  /** passwordCost is what a hash of a password costs; left out, it is what OWASP recommends. */
  readonly passwordCost?: PasswordCost | undefined
  /** countsAnswerMs is how long requests near a limit wait for other nodes; left out, it is some milliseconds. */
  readonly countsAnswerMs?: number | undefined
  /** migrations are the steps to the newest schemas; left out, they are those of this version. */
  readonly migrations?: BootstrapMigrations
  /** onOutdated is called once a newer version has changed the database so that this node no longer works on it. */
  readonly onOutdated?: () => void
}

const MIGRATIONS = { platform: platformMigrations, cluster: clusterMigrations }
const LEVEL_CHANGED = topic('level')

/** openPlatform connects to the database, brings its schemas up to date and begins to read live changes. */
export async function openPlatform({
  config,
  log,
  clock,
  keys,
  database,
  messages = openMessages(config, clock, log),
  blobs,
  memory,
  passwordCost,
  countsAnswerMs,
  migrations = MIGRATIONS,
  onOutdated,
}: PlatformOptions): Promise<Platform> {
  const { poolSize } = config
  const plans = await loadPlans(config.plansFile)
  const own = await findRoom(database, poolSize, log)
  const gates = openGates({ own: { places: own, perAccount: Math.ceil(own / 2) } })
  const budget = new MemoryBudget(memory)
  const main = new Cluster({ name: 'main', connection: database, poolSize, keys, log, gates, budget })
  const invalidations = new Invalidations(() => main.adminConfig(), keys, log)
  endWhenOutdated(main, migrations, invalidations, log, onOutdated)
  await bootstrapNode(main, migrations, invalidations, log)
  const clusters = new Clusters([main])
  invalidations.on(SHARED_POOL_LEFT, () => {
    for (const cluster of clusters.all()) cluster.executor.renewShared()
  })
  const quiet = await openQuietStart(main.admin, log, invalidations)
  const hasBroker = config.natsUrls.length > 0
  const counts = hasBroker
    ? await openCountsLink({ config, log, keys, clock, cluster: main, answerMs: countsAnswerMs })
    : undefined
  const usage = new Usage(clock)
  const openCounts = counts?.open ?? countAlone(clock)
  return {
    config,
    log,
    clock,
    keys,
    passwords: openPasswords(passwordCost),
    clusters,
    shapes: new TableShapes(clusters, invalidations),
    statistics: new TableStatistics(clusters, log),
    invalidations,
    quiet,
    draining: new Draining(clock),
    gates,
    budget,
    jobs: new Jobs(main.jobs, log, invalidations, quiet),
    changes: await openChangeFeeds({
      clusters,
      clock,
      log,
      quiet,
      capture: config.changeCapture,
      retention: config.changeRetention,
      invalidations,
      relays: hasBroker
        ? openNatsRelays({ urls: config.natsUrls, keys, log, retention: config.changeRetention })
        : undefined,
    }),
    blobs: blobs ?? openBlobs(config, gates.blob_parts, log),
    messages,
    http: new HttpClient({ internalNetworks: config.internalNetworks }),
    hosts: new ProjectHosts(config.trustProxy),
    usage,
    limitRules: new LimitRules({ clock, openCounts }),
    openCounts,
    hasBroker,
    counts,
    plans,
    quotas: new Quotas(clock, usage),
    references: new References(),
    events: new ProjectEvents(),
  }
}

/** closePlatform ends jobs and feeds, and then every connection. */
export async function closePlatform(platform: Platform) {
  const { jobs, invalidations, changes, blobs, messages, clusters, statistics, counts } = platform
  await Promise.all([
    ...[jobs.stop(), invalidations.close(), changes.close(), statistics.close(), blobs.close()],
    counts?.close(),
  ])
  messages.close()
  await clusters.close()
}

// The node is known to others before it looks at the database: none takes away what it is about to find.
async function bootstrapNode(
  main: Cluster,
  migrations: BootstrapMigrations,
  invalidations: Invalidations,
  log: Log,
): Promise<void> {
  const { level = LEVEL } = migrations
  invalidations.onConnect((client) => holdLevel(client, level))
  await invalidations.listen()
  try {
    // The keys have been read already.
    const needed = await readLevel(main.admin)
    if (needed > level) throw tooOld(level, needed)
    await bootstrap(main, migrations, log, true)
  } catch (error) {
    await invalidations.close()
    throw error
  }
}

// Others take nothing away while this node lives. Where its connection was lost, they did not know that it does.
function endWhenOutdated(
  main: Cluster,
  { level = LEVEL }: BootstrapMigrations,
  invalidations: Invalidations,
  log: Log,
  end = () => {},
): void {
  let isOutdated = false
  invalidations.on(LEVEL_CHANGED, async () => {
    const needed = await readLevel(main.admin)
    if (needed <= level || isOutdated) return
    isOutdated = true
    log.error(tooOld(level, needed).message)
    end()
  })
}
