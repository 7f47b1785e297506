// The composition root: builds the platform, and lists every module of the server in one place.

import type pg from 'pg'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { accountRoutes } from '#modules/accounts/accounts.routes.ts'
import {
  createDashboardLookup,
  findDashboardSession,
  onDashboardSessionEnd,
} from '#modules/accounts/accounts.service.ts'
import { apiKeyRoutes } from '#modules/api-keys/api-keys.routes.ts'
import { createKeyLookup } from '#modules/api-keys/key-lookup.service.ts'
import { authRoutes } from '#modules/auth/auth.routes.ts'
import { createUserLookup } from '#modules/auth/auth.service.ts'
import { type Auth, createAuth } from '#modules/auth/auth.ts'
import { defineAuthJobs } from '#modules/auth/send-code.ts'
import { dataRoutes } from '#modules/data/data.routes.ts'
import { recordRoutes } from '#modules/data/records.routes.ts'
import { execDdlRoutes } from '#modules/exec-ddl/exec-ddl.routes.ts'
import { graphqlRoutes } from '#modules/graphql/graphql.routes.ts'
import { organisationRoutes } from '#modules/organisations/organisations.routes.ts'
import { membershipOf, onMembershipChange } from '#modules/organisations/organisations.service.ts'
import { policyRoutes } from '#modules/policies/policies.routes.ts'
import { projectRoutes } from '#modules/projects/projects.routes.ts'
import { createProjectLookup, defineProjectJobs } from '#modules/projects/projects.service.ts'
import { queryRoutes } from '#modules/query/query.routes.ts'
import { queryExecRoutes } from '#modules/query-exec/query-exec.routes.ts'
import { createQueryExec } from '#modules/query-exec/query-exec.service.ts'
import { actorOfToken, watchTokens } from '#modules/realtime/connect.ts'
import { registerFigures } from '#modules/realtime/figures.ts'
import { realtimeRoutes, serveSockets } from '#modules/realtime/realtime.routes.ts'
import { createRealtime, type Realtime } from '#modules/realtime/realtime.ts'
import { requestLogRoutes } from '#modules/request-logs/request-logs.routes.ts'
import { createRequestLog } from '#modules/request-logs/request-logs.service.ts'
import { schemaRoutes } from '#modules/schema/schema.routes.ts'
import { schemaHistoryRoutes } from '#modules/schema-history/schema-history.routes.ts'
import { schemaObjectRoutes } from '#modules/schema-objects/schema-objects.routes.ts'
import { systemRoutes } from '#modules/system/system.routes.ts'
import type { ChangeFeeds } from '#platform/changes/change-feed.ts'
import { openChangeFeeds } from '#platform/changes/change-feeds.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { bootstrap } from '#platform/db/bootstrap.ts'
import { Cluster } from '#platform/db/cluster.ts'
import { Clusters } from '#platform/db/clusters.ts'
import { findRoom } from '#platform/db/connection-budget.ts'
import { openControlPlane } from '#platform/db/control-plane.ts'
import { Invalidations } from '#platform/db/invalidations.ts'
import { watchOverdue } from '#platform/db/overdue.ts'
import { TableShapes } from '#platform/db/table-shapes.ts'
import { countAnswers } from '#platform/fairness/answer-budget.ts'
import { registerFairness } from '#platform/fairness/fairness-figures.ts'
import { openGates } from '#platform/fairness/gates.ts'
import { MemoryBudget, type MemoryLimits } from '#platform/fairness/memory-budget.ts'
import type { App } from '#platform/http/app-types.ts'
import { closing } from '#platform/http/closing.ts'
import { describeApi, serveDescription } from '#platform/http/openapi.ts'
import { createServer } from '#platform/http/server.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { Messages } from '#platform/messages/messages.ts'
import { openMessages } from '#platform/messages/open-messages.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { openNatsRelays } from '#platform/nats/nats-relay.ts'
import type { Platform } from '#platform/platform.ts'

/** VERSION is the server's own, as /openapi.yaml tells it. */
export const VERSION = '0.1.0'

/** AppOptions is what the server is made of; main.ts takes it from the environment, tests make their own. */
export interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly keys: MasterKey
  /** database is how the administrator logs in to the control plane's cluster. */
  readonly database: pg.ClientConfig
  /** work is false where background jobs are run by hand. */
  readonly work: boolean
  /** messages are the drivers of mail and SMS; left out, they are those of the settings. */
  readonly messages?: Messages
  /** changes are the feeds of live changes; without them they are those that capture fills. */
  readonly changes?: ChangeFeeds
  /** memory is what requests may make the process hold; without it, a part of the heap. */
  readonly memory?: MemoryLimits
}

/** RunningApp is a server that is ready to listen. */
export interface RunningApp {
  readonly app: App
  readonly platform: Platform
  /** close finishes requests, writes what is buffered and closes every connection. */
  close(): Promise<void>
}

/** createApp builds the server. */
export async function createApp(options: AppOptions): Promise<RunningApp> {
  const platform = await openPlatform(options)
  const keys = createKeyLookup(platform)
  const projects = createProjectLookup(platform)
  const dashboard = createDashboardLookup(platform)
  const auth = createAuth(platform)
  const users = createUserLookup(auth, projects)
  const requestLog = createRequestLog(platform)
  const realtime = createRealtime(platform, options.changes ?? platform.changes, {
    project: projects,
    key: (projectId, id) => keys.byId(projectId, id),
    userSession: (...names) => users.session(...names),
    onUserChange: (handler) => users.onChange(handler),
    dashboardSession: (id) => findDashboardSession(platform, id),
    onDashboardSessionEnd: (handler) => onDashboardSessionEnd(platform, handler),
    membership: (accountId, organisationId) => membershipOf(platform, accountId, organisationId),
    onMembershipChange: (handler) => onMembershipChange(platform, handler),
  })
  watchTokens(realtime)
  const { config, log, clock } = platform
  const app = createServer({
    config,
    log,
    clock,
    resolvers: {
      apiKey: (key) => keys.find(key),
      dashboard,
      projectUser: (token) => users.find(token),
      realtime: (token) => actorOfToken(realtime, token),
      project: projects,
      membership: (accountId, organisationId) => membershipOf(platform, accountId, organisationId),
    },
    onEnd: (request, reply) => requestLog.record(request, reply),
  })
  countAnswers(app, platform.budget)
  const endConnections = closing(app.server)
  await describeApi(app, VERSION)
  app.register(async (api) => registerModules(api as unknown as App, platform, auth, realtime, requestLog), {
    prefix: '/api/v1',
  })
  serveSockets(app, realtime)
  const metrics = createMetrics(app, platform)
  registerFigures(metrics, realtime)
  registerFairness(metrics, platform)
  systemRoutes(app, platform, metrics)
  await serveDescription(app)
  defineProjectJobs(platform)
  defineAuthJobs(platform)
  await platform.jobs.start({ work: options.work })
  const stopWatching = watchOverdue(platform.clusters, log)
  await app.ready()

  const close = async () => {
    await endConnections(() => app.close())
    keys.stop()
    requestLog.stop()
    stopWatching()
    await Promise.all([
      keys.flush(),
      requestLog.flush(),
      platform.jobs.stop(),
      platform.invalidations.close(),
      platform.changes.close(),
    ])
    platform.messages.close()
    await platform.clusters.close()
  }
  return { app, platform, close }
}

/** registerModules is the list of all modules. */
function registerModules(
  api: App,
  platform: Platform,
  auth: Auth,
  realtime: Realtime,
  requestLog: ReturnType<typeof createRequestLog>,
): void {
  accountRoutes(api, platform)
  organisationRoutes(api, platform)
  projectRoutes(api, platform)
  apiKeyRoutes(api, platform)
  authRoutes(api, auth)
  schemaRoutes(api, platform)
  schemaObjectRoutes(api, platform)
  execDdlRoutes(api, platform)
  schemaHistoryRoutes(api, platform)
  policyRoutes(api, platform)
  dataRoutes(api, platform)
  recordRoutes(api, platform)
  graphqlRoutes(api, platform)
  const exec = createQueryExec(platform)
  queryExecRoutes(api, exec)
  queryRoutes(api, platform, exec)
  realtimeRoutes(api, realtime)
  requestLogRoutes(api, platform, requestLog)
}

async function openPlatform({
  config,
  log,
  clock,
  keys,
  database,
  messages = openMessages(config, clock, log),
  memory,
}: AppOptions): Promise<Platform> {
  const { poolSize } = config
  const own = await findRoom(database, poolSize, log)
  const gates = openGates({ own: { places: own, perAccount: Math.ceil(own / 2) } })
  const budget = new MemoryBudget(memory)
  const main = new Cluster({ name: 'main', connection: database, poolSize, keys, log, gates, budget })
  await bootstrap(main, { platform: platformMigrations, cluster: clusterMigrations }, log, true)
  const clusters = new Clusters([main])
  const invalidations = new Invalidations(() => main.adminConfig(), keys, log)
  invalidations.on('shared-pool', () => {
    for (const cluster of clusters.all()) cluster.executor.renewShared()
  })
  await invalidations.listen()
  return {
    config,
    log,
    clock,
    keys,
    controlPlane: openControlPlane(main.admin),
    clusters,
    shapes: new TableShapes(clusters, invalidations),
    invalidations,
    gates,
    budget,
    jobs: new Jobs(main.jobs, log),
    changes: await openChangeFeeds({
      clusters,
      clock,
      log,
      capture: config.changeCapture,
      retention: config.changeRetention,
      relays: openRelays(config, keys, log),
    }),
    messages,
    http: new HttpClient({ internalNetworks: config.internalNetworks }),
  }
}

function openRelays({ natsUrls, changeRetention }: Config, keys: MasterKey, log: Log) {
  if (natsUrls.length === 0) return undefined
  return openNatsRelays({ urls: natsUrls, keys, log, retention: changeRetention })
}
