// The screens of a project, in one list: the sidebar and the command palette are made of it. An entry stands here once its
// screen exists, and is shown where the server has the module and the viewer the permission.
import {
  Braces,
  CalendarClock,
  ChartNoAxesColumn,
  Fingerprint,
  FolderArchive,
  Globe,
  HandCoins,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Plug,
  Radio,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  SquareFunction,
  SquareTerminal,
  Table2,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react'
import type { Title } from '#i18n/titles.ts'

/** Entry is one screen of a project. */
export interface Entry {
  readonly to:
    | '/projects/$projectId'
    | '/projects/$projectId/tables'
    | '/projects/$projectId/schema'
    | '/projects/$projectId/policies'
    | '/projects/$projectId/sql'
    | '/projects/$projectId/api'
    | '/projects/$projectId/graphql'
    | '/projects/$projectId/users'
    | '/projects/$projectId/auth'
    | '/projects/$projectId/environment'
    | '/projects/$projectId/functions'
    | '/projects/$projectId/cron'
    | '/projects/$projectId/webhooks'
    | '/projects/$projectId/storage'
    | '/projects/$projectId/payments'
    | '/projects/$projectId/live'
    | '/projects/$projectId/logs'
    | '/projects/$projectId/audit-log'
    | '/projects/$projectId/billing'
    | '/projects/$projectId/domains'
    | '/projects/$projectId/integrations'
    | '/projects/$projectId/settings'
    | '/projects/$projectId/usage'
    | '/projects/$projectId/api-keys'
  readonly icon: LucideIcon
  readonly title: Title
  /** module is the server's module without which the screen has nothing to show. */
  readonly module: string
  /** permission is what the viewer needs to read anything of it, where not all roles have that. */
  readonly permission?: string
}

const ENTRIES: readonly Entry[] = [
  {
    to: '/projects/$projectId',
    icon: LayoutDashboard,
    title: 'home',
    module: 'projects',
  },
  {
    to: '/projects/$projectId/tables',
    icon: Table2,
    title: 'tables',
    module: 'data',
  },
  {
    to: '/projects/$projectId/schema',
    icon: Network,
    title: 'schema',
    module: 'schema',
  },
  {
    to: '/projects/$projectId/policies',
    icon: ShieldCheck,
    title: 'policies',
    module: 'policies',
  },
  {
    to: '/projects/$projectId/sql',
    icon: SquareTerminal,
    title: 'sql',
    module: 'query-exec',
  },
  {
    to: '/projects/$projectId/api',
    icon: Braces,
    title: 'api',
    module: 'data',
  },
  {
    to: '/projects/$projectId/graphql',
    icon: Waypoints,
    title: 'graphql',
    module: 'graphql',
  },
  {
    to: '/projects/$projectId/users',
    icon: UsersRound,
    title: 'users',
    module: 'auth',
  },
  {
    to: '/projects/$projectId/auth',
    icon: Fingerprint,
    title: 'authSettings',
    module: 'auth',
    permission: 'auth:read',
  },
  {
    to: '/projects/$projectId/functions',
    icon: SquareFunction,
    title: 'functions',
    module: 'functions',
  },
  {
    to: '/projects/$projectId/cron',
    icon: CalendarClock,
    title: 'cron',
    module: 'cron',
  },
  {
    to: '/projects/$projectId/webhooks',
    icon: Webhook,
    title: 'webhooks',
    module: 'webhooks',
  },
  {
    to: '/projects/$projectId/storage',
    icon: FolderArchive,
    title: 'storage',
    module: 'storage',
  },
  {
    to: '/projects/$projectId/live',
    icon: Radio,
    title: 'live',
    module: 'realtime',
    permission: 'realtime:read',
  },
  {
    to: '/projects/$projectId/payments',
    icon: HandCoins,
    title: 'payments',
    module: 'payments',
    permission: 'payments:read',
  },
  {
    to: '/projects/$projectId/api-keys',
    icon: KeyRound,
    title: 'apiKeys',
    module: 'api-keys',
    permission: 'api_keys:read',
  },
  {
    to: '/projects/$projectId/environment',
    icon: SlidersHorizontal,
    title: 'environment',
    module: 'environment',
  },
  {
    to: '/projects/$projectId/logs',
    icon: ScrollText,
    title: 'logs',
    module: 'request-logs',
  },
  {
    to: '/projects/$projectId/usage',
    icon: ChartNoAxesColumn,
    title: 'usage',
    module: 'usage',
  },
  {
    to: '/projects/$projectId/billing',
    icon: ReceiptText,
    title: 'billing',
    module: 'billing',
    permission: 'billing:read',
  },
  {
    to: '/projects/$projectId/audit-log',
    icon: History,
    title: 'audit',
    module: 'audit',
    permission: 'audit:read',
  },
  {
    to: '/projects/$projectId/domains',
    icon: Globe,
    title: 'domains',
    module: 'domains',
    permission: 'domains:read',
  },
  {
    to: '/projects/$projectId/integrations',
    icon: Plug,
    title: 'integrations',
    module: 'integrations',
    permission: 'integrations:read',
  },
  {
    to: '/projects/$projectId/settings',
    icon: Settings,
    title: 'settings',
    module: 'projects',
  },
]

/** entriesOf returns the screens that a server with these modules has, and that the viewer may see. */
export function entriesOf(
  modules: readonly string[],
  may: (permission: string) => boolean,
): readonly Entry[] {
  return ENTRIES.filter(
    ({ module, permission }) => modules.includes(module) && (permission === undefined || may(permission)),
  )
}
