// The routes of a project.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { projectQuery } from '#api/projects.ts'
import { queryClient } from '#api/query-client.ts'
import { auditSearchOf } from '#screens/audit/audit-search.ts'
import { invoiceSearchOf } from '#screens/billing/invoice-search.ts'
import { cronSearchOf } from '#screens/cron/cron-search.ts'
import { environmentSearchOf } from '#screens/environment/environment-search.ts'
import { functionsSearchOf } from '#screens/functions/functions-search.ts'
import { logSearchOf } from '#screens/logs/log-search.ts'
import { storageSearchOf } from '#screens/storage/storage-search.ts'
import { tablesSearchOf } from '#screens/tables/tables-search.ts'
import { webhooksSearchOf } from '#screens/webhooks/webhooks-search.ts'
import { signedIn, text } from './root.ts'

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
}

const apiKeys = createRoute({
  getParentRoute: () => project,
  path: '/api-keys',
  validateSearch: ({ create }): KeysSearch => ({ create: create === true || undefined }),
  component: lazyRouteComponent(() => import('#screens/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
})

const tables = createRoute({
  getParentRoute: () => project,
  path: '/tables',
  validateSearch: tablesSearchOf,
  component: lazyRouteComponent(() => import('#screens/tables/tables-screen.tsx'), 'TablesScreen'),
})

interface SchemaSearch {
  readonly table?: string | undefined
  readonly tab?: string | undefined
  readonly create?: boolean | undefined
}

const schema = createRoute({
  getParentRoute: () => project,
  path: '/schema',
  validateSearch: ({ table, tab, create }): SchemaSearch => ({
    table: text(table === undefined ? table : String(table)),
    tab: text(tab),
    create: create === true || undefined,
  }),
  component: lazyRouteComponent(() => import('#screens/schema/schema-screen.tsx'), 'SchemaScreen'),
})

interface PoliciesSearch {
  readonly table?: string | undefined
  readonly tab?: string | undefined
}

const policies = createRoute({
  getParentRoute: () => project,
  path: '/policies',
  validateSearch: ({ table, tab }): PoliciesSearch => ({
    table: text(table === undefined ? table : String(table)),
    tab: text(tab),
  }),
  component: lazyRouteComponent(() => import('#screens/policies/policies-screen.tsx'), 'PoliciesScreen'),
})

interface SqlSearch {
  readonly sql?: string | undefined
}

const sql = createRoute({
  getParentRoute: () => project,
  path: '/sql',
  validateSearch: ({ sql }): SqlSearch => ({ sql: text(sql) }),
  component: lazyRouteComponent(() => import('#screens/sql/sql-screen.tsx'), 'SqlScreen'),
})

interface UsersSearch {
  readonly search?: string | undefined
  readonly user?: string | undefined
}

const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: ({ search, user }): UsersSearch => ({
    search: text(search === undefined ? search : String(search)),
    user: text(user),
  }),
  component: lazyRouteComponent(() => import('#screens/users/users-screen.tsx'), 'UsersScreen'),
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

const logs = createRoute({
  getParentRoute: () => project,
  path: '/logs',
  validateSearch: logSearchOf,
  component: lazyRouteComponent(() => import('#screens/logs/logs-screen.tsx'), 'LogsScreen'),
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
  users,
  functions,
  storage,
  webhooks,
  cron,
  apiKeys,
  environment,
  logs,
  usage,
  billing,
  audit,
  domains,
  integrations,
  settings,
])
