// The composition root: opens the platform, lists every module of the server in one place, and closes them in reverse.

import { apiKeysModule } from '#modules/api-keys/api-keys.module.ts'
import { authModule } from '#modules/auth/auth.module.ts'
import { cronModule } from '#modules/automation/cron/cron.module.ts'
import { environmentModule } from '#modules/automation/environment/environment.module.ts'
import { functionTriggersModule } from '#modules/automation/function-triggers/function-triggers.module.ts'
import { functionsModule } from '#modules/automation/functions/functions.module.ts'
import { integrationsModule } from '#modules/automation/integrations/integrations.module.ts'
import { secretsModule } from '#modules/automation/secrets/secrets.module.ts'
import { webhookDeliveriesModule } from '#modules/automation/webhook-deliveries/webhook-deliveries.module.ts'
import { webhooksModule } from '#modules/automation/webhooks/webhooks.module.ts'
import { consoleModule } from '#modules/console/console.module.ts'
import { consoleItemsModule } from '#modules/console-items/console-items.module.ts'
import { execDdlModule } from '#modules/database/exec-ddl/exec-ddl.module.ts'
import { newTablesModule } from '#modules/database/new-tables/new-tables.module.ts'
import { policiesModule } from '#modules/database/policies/policies.module.ts'
import { projectApiModule } from '#modules/database/project-api/project-api.module.ts'
import { schemaModule } from '#modules/database/schema/schema.module.ts'
import { schemaHistoryModule } from '#modules/database/schema-history/schema-history.module.ts'
import { schemaObjectsModule } from '#modules/database/schema-objects/schema-objects.module.ts'
import { typesModule } from '#modules/database/types/types.module.ts'
import { domainsModule } from '#modules/domains/domains.module.ts'
import { auditModule } from '#modules/operations/audit/audit.module.ts'
import { backupsModule } from '#modules/operations/backups/backups.module.ts'
import { jobsModule } from '#modules/operations/jobs/jobs.module.ts'
import { notificationsModule } from '#modules/operations/notifications/notifications.module.ts'
import { requestLogsModule } from '#modules/operations/request-logs/request-logs.module.ts'
import { setupModule } from '#modules/operations/setup/setup.module.ts'
import { systemModule } from '#modules/operations/system/system.module.ts'
import { paymentsModule } from '#modules/payments/payments.module.ts'
import { billingModule } from '#modules/plans/billing/billing.module.ts'
import { rateLimitsModule } from '#modules/plans/rate-limits/rate-limits.module.ts'
import { usageModule } from '#modules/plans/usage/usage.module.ts'
import { projectsModule } from '#modules/projects/projects.module.ts'
import { realtimeModule } from '#modules/realtime/realtime.module.ts'
import { advisorModule } from '#modules/rows/advisor/advisor.module.ts'
import { dataModule } from '#modules/rows/data/data.module.ts'
import { graphqlModule } from '#modules/rows/graphql/graphql.module.ts'
import { queryModule } from '#modules/rows/query/query.module.ts'
import { queryExecModule } from '#modules/rows/query-exec/query-exec.module.ts'
import { simulatorsModule } from '#modules/simulators/simulators.module.ts'
import { storageModule } from '#modules/storage/storage.module.ts'
import { accessTokensModule } from '#modules/tenancy/access-tokens/access-tokens.module.ts'
import { accountsModule } from '#modules/tenancy/accounts/accounts.module.ts'
import { operatorsModule } from '#modules/tenancy/operators/operators.module.ts'
import { organisationsModule } from '#modules/tenancy/organisations/organisations.module.ts'
import { rbacModule } from '#modules/tenancy/rbac/rbac.module.ts'
import { singleSignOnModule } from '#modules/tenancy/single-sign-on/single-sign-on.module.ts'
import { auditRequests } from '#platform/audit/audit-requests.ts'
import type { ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import { watchRunawayStatements } from '#platform/db/clusters/runaway-statements.ts'
import { compressAnswers, leaveUncompressed } from '#platform/http/answers/compressed-answers.ts'
import { RequestTurns } from '#platform/http/bodies/request-turns.ts'
import { closing } from '#platform/http/connections/closing.ts'
import { describeApi, serveDescription } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { refuseConditions } from '#platform/http/routes/conditions.ts'
import { createServer } from '#platform/http/server.ts'
import { countRequests, createMetrics, watchTurns } from '#platform/metrics/metrics.ts'
import { collectResolvers, forgetDeleted, type Module } from '#platform/module.ts'
import { closePlatform, openPlatform, type PlatformOptions } from '#platform/open-platform.ts'
import type { Platform } from '#platform/platform.ts'
import { startUpkeep } from '#platform/work/upkeep.ts'
import examples from './api-examples.json' with { type: 'json' }
import { VERSION } from './help.ts'

/** AppOptions is what the server is made of; main.ts takes it from the environment, tests make their own. */
export interface AppOptions extends PlatformOptions {
  /** work is false where background jobs are run by hand. */
  readonly work: boolean
  /** changes replace the feeds that capture fills, in tests. */
  readonly changes?: ChangeFeeds
}

/** RunningApp is a server that is ready to listen. */
export interface RunningApp {
  readonly app: App
  readonly platform: Platform
  /** modules are those of the server by their names, each behind those that it needs. */
  readonly modules: ReturnType<typeof makeModules>
  /** upkeep does now what a module does now and then. */
  upkeep(module: string): Promise<void>
  /** close finishes requests, writes what is buffered and closes every connection. */
  close(): Promise<void>
}

type Registry = ReturnType<typeof createMetrics>

// All modules, by their names. Each stands behind those that it needs, and is closed before them.
function makeModules(platform: Platform, registry: Registry, { changes }: AppOptions) {
  const usage = usageModule(platform)
  const accounts = accountsModule(platform)
  const accessTokens = accessTokensModule(platform, { accounts })
  const organisations = organisationsModule(platform)
  const projects = projectsModule(platform)
  const apiKeys = apiKeysModule(platform)
  const functions = functionsModule(platform, { projects, apiKeys })
  const integrations = integrationsModule(platform)
  const auth = authModule(platform, { projects, functions, integrations })
  const queryExec = queryExecModule(platform)
  const simulators = simulatorsModule(platform)
  const storage = storageModule(platform, { projects, apiKeys })
  const webhooks = webhooksModule(platform, { projects })
  const modules = {
    console: consoleModule(platform),
    system: systemModule(platform, registry),
    usage,
    accounts,
    'access-tokens': accessTokens,
    organisations,
    'single-sign-on': singleSignOnModule(platform),
    operators: operatorsModule(platform),
    rbac: rbacModule(platform),
    projects,
    billing: billingModule(platform, { usage, projects }),
    'rate-limits': rateLimitsModule(platform),
    'api-keys': apiKeys,
    functions,
    integrations,
    auth,
    schema: schemaModule(platform, { projects }),
    'schema-objects': schemaObjectsModule(platform),
    'exec-ddl': execDdlModule(platform),
    'schema-history': schemaHistoryModule(platform),
    policies: policiesModule(platform),
    'new-tables': newTablesModule(platform),
    storage,
    data: dataModule(platform, { storage }),
    'project-api': projectApiModule(platform),
    types: typesModule(platform),
    graphql: graphqlModule(platform, { storage }),
    'query-exec': queryExec,
    query: queryModule(platform, { queryExec, storage }),
    realtime: realtimeModule(platform, { accessTokens, organisations, projects, apiKeys, auth }, changes),
    audit: auditModule(platform),
    notifications: notificationsModule(platform, { accounts }),
    environment: environmentModule(platform),
    secrets: secretsModule(platform),
    simulators,
    payments: paymentsModule(platform, { projects, simulators }),
    jobs: jobsModule(platform),
    cron: cronModule(platform, { functions }),
    'webhook-deliveries': webhookDeliveriesModule(platform, { functions }),
    webhooks,
    'function-triggers': functionTriggersModule(platform, { functions, webhooks }),
    'request-logs': requestLogsModule(platform),
    domains: domainsModule(platform),
    'console-items': consoleItemsModule(platform),
    advisor: advisorModule(platform),
    backups: backupsModule(platform, VERSION),
  }
  return { ...modules, setup: setupModule(platform, VERSION, Object.keys(modules)) }
}

/** createApp builds the server. */
export async function createApp(options: AppOptions): Promise<RunningApp> {
  const platform = await openPlatform(options)
  const turns = new RequestTurns()
  const registry = createMetrics(platform, { requests: turns })
  const named = makeModules(platform, registry, options)
  const modules: readonly Module[] = Object.values(named)
  // For each request, so that only those are asked that have something to do.
  const listening = modules.filter(({ onEnd }) => onEnd !== undefined)
  const { config, log, clock, gates, budget, hosts, jobs } = platform
  const resolvers = collectResolvers(modules)
  forgetDeleted(modules, resolvers.project, platform.invalidations)
  const app = createServer({
    config,
    log,
    clock,
    gates,
    budget,
    turns,
    hosts,
    resolvers,
    quotas: platform.quotas,
    openCounts: platform.openCounts,
    rules: platform.limitRules,
    onEnd: (request, reply) => {
      for (const module of listening) module.onEnd?.(request, reply)
    },
  })
  const connections = closing(app.server)
  platform.draining.onBegin(connections.retire)
  const reversed = modules.toReversed()
  app.addHook('preClose', async () => {
    // One that cannot be drained must not keep the others, and the connections, open.
    for (const { name, drain } of reversed)
      await drain?.().catch((err) => log.error({ err }, `could not drain: ${name}`))
    await connections.stopListening()
  })
  auditRequests(app, { db: platform.clusters.main.admin, log })
  countRequests(registry, app)
  watchTurns(registry, app, log)
  // Behind all that read an answer.
  if (config.compression) compressAnswers(app)
  describeApi(app, { version: VERSION, examples, server: config.publicUrl })
  app.register(async (api) => registerRoutes(api as unknown as App, modules), { prefix: '/api/v1' })
  for (const module of modules) {
    module.rootRoutes?.(app)
    module.metrics?.(registry)
    if (module.hostPaths !== undefined) hosts.serve(module.hostPaths)
    for (const job of module.jobs ?? []) jobs.define(job)
    if (module.events !== undefined) platform.events.add(module.events)
    platform.quiet.heldBack.push(...(module.heldBack ?? []))
    if (module.references !== undefined) platform.references.add(module.references)
  }
  await serveDescription(app)
  for (const module of modules) await module.start?.()
  await jobs.start({ work: options.work })
  const upkeep = startUpkeep(modules, log, platform.quiet)
  const stopWatching = watchRunawayStatements(platform.clusters, log)
  await app.ready()
  await platform.invalidations.introduce()

  const close = async () => {
    await connections.end(() => app.close())
    stopWatching()
    // What still works comes before what it works with. One that cannot be closed must not keep the others open.
    const ends: [name: string, end: () => Promise<void>][] = [
      ['upkeep', upkeep.close],
      ['jobs', () => jobs.rest()],
      ...reversed.map((module): [string, () => Promise<void>] => [module.name, async () => module.close?.()]),
      ['platform', () => closePlatform(platform)],
    ]
    let failure: unknown
    for (const [name, end] of ends)
      await end().catch((err) => {
        log.error({ err }, `could not close: ${name}`)
        failure ??= err
      })
    if (failure !== undefined) throw failure
  }
  return { app, platform, modules: named, upkeep: upkeep.run, close }
}

function registerRoutes(api: App, modules: readonly Module[]): void {
  api.addHook('onRequest', refuseConditions)
  for (const module of modules)
    api.register(async (scope) => {
      if (module.answersSecrets === true) scope.addHook('onRoute', leaveUncompressed)
      module.routes?.(scope as unknown as App)
    })
}
