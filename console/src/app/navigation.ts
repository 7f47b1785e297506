// The screens of a project, in one list: the sidebar and the command palette are made of it. An entry stands here once its
// screen exists, and is shown where the server has the module and the viewer the permission.
import {
  CalendarClock,
  ChartNoAxesColumn,
  FolderArchive,
  Globe,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Plug,
  ReceiptText,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  SquareFunction,
  SquareTerminal,
  Table2,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Messages } from '#i18n/en.ts'

/** Entry is one screen of a project. */
export interface Entry {
  readonly to:
    | '/projects/$projectId'
    | '/projects/$projectId/tables'
    | '/projects/$projectId/schema'
    | '/projects/$projectId/policies'
    | '/projects/$projectId/sql'
    | '/projects/$projectId/users'
    | '/projects/$projectId/environment'
    | '/projects/$projectId/functions'
    | '/projects/$projectId/cron'
    | '/projects/$projectId/webhooks'
    | '/projects/$projectId/storage'
    | '/projects/$projectId/logs'
    | '/projects/$projectId/audit-log'
    | '/projects/$projectId/billing'
    | '/projects/$projectId/domains'
    | '/projects/$projectId/integrations'
    | '/projects/$projectId/settings'
    | '/projects/$projectId/usage'
    | '/projects/$projectId/api-keys'
  readonly icon: LucideIcon
  readonly title: (m: Messages) => string
  /** module is the server's module without which the screen has nothing to show. */
  readonly module: string
  /** permission is what the viewer needs to read anything of it, where not all roles have that. */
  readonly permission?: string
}

const ENTRIES: readonly Entry[] = [
  {
    to: '/projects/$projectId',
    icon: LayoutDashboard,
    title: (m) => m.shell.screens.home,
    module: 'projects',
  },
  {
    to: '/projects/$projectId/tables',
    icon: Table2,
    title: (m) => m.tables.title,
    module: 'data',
  },
  {
    to: '/projects/$projectId/schema',
    icon: Network,
    title: (m) => m.schema.title,
    module: 'schema',
  },
  {
    to: '/projects/$projectId/policies',
    icon: ShieldCheck,
    title: (m) => m.policies.title,
    module: 'policies',
  },
  {
    to: '/projects/$projectId/sql',
    icon: SquareTerminal,
    title: (m) => m.sql.title,
    module: 'query-exec',
  },
  {
    to: '/projects/$projectId/users',
    icon: UsersRound,
    title: (m) => m.users.title,
    module: 'auth',
  },
  {
    to: '/projects/$projectId/functions',
    icon: SquareFunction,
    title: (m) => m.functions.title,
    module: 'functions',
  },
  {
    to: '/projects/$projectId/cron',
    icon: CalendarClock,
    title: (m) => m.cron.title,
    module: 'cron',
  },
  {
    to: '/projects/$projectId/webhooks',
    icon: Webhook,
    title: (m) => m.webhooks.title,
    module: 'webhooks',
  },
  {
    to: '/projects/$projectId/storage',
    icon: FolderArchive,
    title: (m) => m.storage.title,
    module: 'storage',
  },
  {
    to: '/projects/$projectId/api-keys',
    icon: KeyRound,
    title: (m) => m.shell.screens.apiKeys,
    module: 'api-keys',
    permission: 'api_keys:read',
  },
  {
    to: '/projects/$projectId/environment',
    icon: SlidersHorizontal,
    title: (m) => m.environment.title,
    module: 'environment',
  },
  {
    to: '/projects/$projectId/logs',
    icon: ScrollText,
    title: (m) => m.logs.title,
    module: 'request-logs',
  },
  {
    to: '/projects/$projectId/usage',
    icon: ChartNoAxesColumn,
    title: (m) => m.usage.title,
    module: 'usage',
  },
  {
    to: '/projects/$projectId/billing',
    icon: ReceiptText,
    title: (m) => m.billing.title,
    module: 'billing',
    permission: 'billing:read',
  },
  {
    to: '/projects/$projectId/audit-log',
    icon: History,
    title: (m) => m.audit.title,
    module: 'audit',
    permission: 'audit:read',
  },
  {
    to: '/projects/$projectId/domains',
    icon: Globe,
    title: (m) => m.domains.title,
    module: 'domains',
    permission: 'domains:read',
  },
  {
    to: '/projects/$projectId/integrations',
    icon: Plug,
    title: (m) => m.integrations.title,
    module: 'integrations',
    permission: 'integrations:read',
  },
  {
    to: '/projects/$projectId/settings',
    icon: Settings,
    title: (m) => m.settings.title,
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
