// The routes of a project.
import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router'
import { queryClient } from '#api/client/query-client.ts'
import { callerOf } from '#api/data/seen-as.ts'
import { projectQuery } from '#api/project/projects.ts'
import { apiSearchOf } from '#screens/api/api-search.ts'
import { auditSearchOf } from '#screens/audit/audit-search.ts'
import { authSearchOf } from '#screens/auth-settings/auth-search.ts'
import { invoiceSearchOf } from '#screens/billing/invoice-search.ts'
import { cronSearchOf } from '#screens/cron/cron-search.ts'
import { environmentSearchOf } from '#screens/environment/environment-search.ts'
import { functionsSearchOf } from '#screens/functions/functions-search.ts'
import { graphqlSearchOf } from '#screens/graphql/graphql-search.ts'
import { jobsSearchOf } from '#screens/jobs/jobs-search.ts'
import { liveSearchOf } from '#screens/live/live-search.ts'
import { logSearchOf } from '#screens/logs/log-search.ts'
import { paymentsSearchOf } from '#screens/payments/payments-search.ts'
import { schemaSearchOf } from '#screens/schema/schema-search.ts'
import { sqlSearchOf } from '#screens/sql/sql-search.ts'
import { storageSearchOf } from '#screens/storage/storage-search.ts'
import { tablesSearchOf } from '#screens/tables/tables-search.ts'
import { usersSearchOf } from '#screens/users/users-search.ts'
import { webhooksSearchOf } from '#screens/webhooks/webhooks-search.ts'
import { signedIn, text } from './root.ts'

// Who sees one of these screens as somebody else sees the next as them, too.
const KEEP_CALLER = { middlewares: [retainSearchParams<{ as?: string | undefined }>(['as'])] }

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  loader: ({ params }) => queryClient.ensureQueryData(projectQuery(params.projectId)),
})

interface HomeSearch {
  readonly language?: string | undefined
}

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: ({ language }): HomeSearch => ({ language: text(language) }),
  component: lazyRouteComponent(() => import('#screens/projects/home-screen.tsx'), 'HomeScreen'),
})

interface KeysSearch {
  readonly create?: boolean | undefined
  readonly search?: string | undefined
}

const apiKeys = createRoute({
  getParentRoute: () => project,
  path: '/api-keys',
  validateSearch: ({ create, search }): KeysSearch => ({
    create: create === true || undefined,
    search: text(search),
  }),
  component: lazyRouteComponent(() => import('#screens/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
})

const tables = createRoute({
  getParentRoute: () => project,
  path: '/tables',
  validateSearch: tablesSearchOf,
  search: KEEP_CALLER,
  component: lazyRouteComponent(() => import('#screens/tables/tables-screen.tsx'), 'TablesScreen'),
})

const schema = createRoute({
  getParentRoute: () => project,
  path: '/schema',
  validateSearch: schemaSearchOf,
  component: lazyRouteComponent(() => import('#screens/schema/schema-screen.tsx'), 'SchemaScreen'),
})

interface PoliciesSearch {
  readonly table?: string | undefined
  readonly tab?: string | undefined
  /** create is whether the form of a new policy is open. */
  readonly create?: true | undefined
  /** caller is whom policies are tried as, such as `user:<id>`. */
  readonly caller?: string | undefined
}

const policies = createRoute({
  getParentRoute: () => project,
  path: '/policies',
  validateSearch: ({ table, tab, create, caller }): PoliciesSearch => ({
    table: text(table === undefined ? table : String(table)),
    tab: text(tab),
    create: create === true || undefined,
    caller: callerOf(caller),
  }),
  component: lazyRouteComponent(() => import('#screens/policies/policies-screen.tsx'), 'PoliciesScreen'),
})

const api = createRoute({
  getParentRoute: () => project,
  path: '/api',
  validateSearch: apiSearchOf,
  component: lazyRouteComponent(() => import('#screens/api/api-screen.tsx'), 'ApiScreen'),
})

const graphql = createRoute({
  getParentRoute: () => project,
  path: '/graphql',
  validateSearch: graphqlSearchOf,
  search: KEEP_CALLER,
  component: lazyRouteComponent(() => import('#screens/graphql/graphql-screen.tsx'), 'GraphqlScreen'),
})

const sql = createRoute({
  getParentRoute: () => project,
  path: '/sql',
  validateSearch: sqlSearchOf,
  search: KEEP_CALLER,
  component: lazyRouteComponent(() => import('#screens/sql/sql-screen.tsx'), 'SqlScreen'),
})

const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: usersSearchOf,
  component: lazyRouteComponent(() => import('#screens/users/users-screen.tsx'), 'UsersScreen'),
})

const authSettings = createRoute({
  getParentRoute: () => project,
  path: '/auth',
  validateSearch: authSearchOf,
  component: lazyRouteComponent(() => import('#screens/auth-settings/auth-screen.tsx'), 'AuthScreen'),
})

const environment = createRoute({
  getParentRoute: () => project,
  path: '/environment',
  validateSearch: environmentSearchOf,
  component: lazyRouteComponent(
    () => import('#screens/environment/environment-screen.tsx'),
    'EnvironmentScreen',
  ),
})

const audit = createRoute({
  getParentRoute: () => project,
  path: '/audit-log',
  validateSearch: auditSearchOf,
  component: lazyRouteComponent(() => import('#screens/audit/audit-screens.tsx'), 'ProjectAuditScreen'),
})

const billing = createRoute({
  getParentRoute: () => project,
  path: '/billing',
  validateSearch: invoiceSearchOf,
  component: lazyRouteComponent(() => import('#screens/billing/billing-screen.tsx'), 'BillingScreen'),
})

interface DomainsSearch {
  readonly create?: boolean | undefined
  readonly domain?: string | undefined
}

const domains = createRoute({
  getParentRoute: () => project,
  path: '/domains',
  validateSearch: ({ create, domain }): DomainsSearch => ({
    create: create === true || undefined,
    domain: text(domain),
  }),
  component: lazyRouteComponent(() => import('#screens/domains/domains-screen.tsx'), 'DomainsScreen'),
})

const integrations = createRoute({
  getParentRoute: () => project,
  path: '/integrations',
  validateSearch: ({ create }): KeysSearch => ({ create: create === true || undefined }),
  component: lazyRouteComponent(
    () => import('#screens/integrations/integrations-screen.tsx'),
    'IntegrationsScreen',
  ),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('#screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const functions = createRoute({
  getParentRoute: () => project,
  path: '/functions',
  validateSearch: functionsSearchOf,
  component: lazyRouteComponent(() => import('#screens/functions/functions-screen.tsx'), 'FunctionsScreen'),
})

const cron = createRoute({
  getParentRoute: () => project,
  path: '/cron',
  validateSearch: cronSearchOf,
  component: lazyRouteComponent(() => import('#screens/cron/cron-screen.tsx'), 'CronScreen'),
})

const webhooks = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  validateSearch: webhooksSearchOf,
  component: lazyRouteComponent(() => import('#screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})

const storage = createRoute({
  getParentRoute: () => project,
  path: '/storage',
  validateSearch: storageSearchOf,
  component: lazyRouteComponent(() => import('#screens/storage/storage-screen.tsx'), 'StorageScreen'),
})

const payments = createRoute({
  getParentRoute: () => project,
  path: '/payments',
  validateSearch: paymentsSearchOf,
  component: lazyRouteComponent(() => import('#screens/payments/payments-screen.tsx'), 'PaymentsScreen'),
})

const live = createRoute({
  getParentRoute: () => project,
  path: '/live',
  validateSearch: liveSearchOf,
  component: lazyRouteComponent(() => import('#screens/live/live-screen.tsx'), 'LiveScreen'),
})

const logs = createRoute({
  getParentRoute: () => project,
  path: '/logs',
  validateSearch: logSearchOf,
  component: lazyRouteComponent(() => import('#screens/logs/logs-screen.tsx'), 'LogsScreen'),
})

const jobs = createRoute({
  getParentRoute: () => project,
  path: '/jobs',
  validateSearch: jobsSearchOf,
  component: lazyRouteComponent(() => import('#screens/jobs/jobs-screen.tsx'), 'JobsScreen'),
})

interface UsageSearch {
  readonly by?: 'day' | 'month' | undefined
  readonly meter?: string | undefined
}

const usage = createRoute({
  getParentRoute: () => project,
  path: '/usage',
  validateSearch: ({ by, meter }): UsageSearch => ({
    by: by === 'day' || by === 'month' ? by : undefined,
    meter: text(meter),
  }),
  component: lazyRouteComponent(() => import('#screens/usage/usage-screen.tsx'), 'UsageScreen'),
})

/** projectRoutes are those. */
export const projectRoutes = project.addChildren([
  home,
  tables,
  schema,
  policies,
  sql,
  api,
  graphql,
  users,
  authSettings,
  functions,
  storage,
  payments,
  live,
  webhooks,
  cron,
  apiKeys,
  environment,
  logs,
  jobs,
  usage,
  billing,
  audit,
  domains,
  integrations,
  settings,
])
