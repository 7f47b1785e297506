// The screens of a project, in their groups: the sidebar and the command palette are made of it. An entry stands here once its
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
  ListX,
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

/** Screen is one screen of a project. */
export interface Screen {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: Title
  /** key leads there after `g`. */
  readonly key: string
  /** module is the server's module without which the screen has nothing to show. */
  readonly module: string
  /** permission is what the viewer needs to read anything of it. */
  readonly permission: string
}

interface ScreenGroup {
  readonly name: string
  readonly screens: readonly Screen[]
}

/** GROUPS are all screens, in the order of the sidebar. */
export const GROUPS = [
  {
    name: 'home',
    screens: [
      {
        to: '/projects/$projectId',
        icon: LayoutDashboard,
        title: 'home',
        key: 'h',
        module: 'projects',
        permission: 'projects:read',
      },
    ],
  },
  {
    name: 'data',
    screens: [
      {
        to: '/projects/$projectId/tables',
        icon: Table2,
        title: 'tables',
        key: 't',
        module: 'data',
        permission: 'data:read',
      },
      {
        to: '/projects/$projectId/sql',
        icon: SquareTerminal,
        title: 'sql',
        key: 's',
        module: 'query-exec',
        permission: 'query:read',
      },
      {
        to: '/projects/$projectId/schema',
        icon: Network,
        title: 'schema',
        key: 'm',
        module: 'schema',
        permission: 'schema:read',
      },
      {
        to: '/projects/$projectId/policies',
        icon: ShieldCheck,
        title: 'policies',
        key: 'p',
        module: 'policies',
        permission: 'policies:read',
      },
      {
        to: '/projects/$projectId/api',
        icon: Braces,
        title: 'api',
        key: 'a',
        module: 'data',
        permission: 'data:read',
      },
      {
        to: '/projects/$projectId/graphql',
        icon: Waypoints,
        title: 'graphql',
        key: 'q',
        module: 'graphql',
        permission: 'data:read',
      },
    ],
  },
  {
    name: 'users',
    screens: [
      {
        to: '/projects/$projectId/users',
        icon: UsersRound,
        title: 'users',
        key: 'u',
        module: 'auth',
        permission: 'auth:read',
      },
      {
        to: '/projects/$projectId/auth',
        icon: Fingerprint,
        title: 'authSettings',
        key: 'n',
        module: 'auth',
        permission: 'auth:read',
      },
    ],
  },
  {
    name: 'build',
    screens: [
      {
        to: '/projects/$projectId/functions',
        icon: SquareFunction,
        title: 'functions',
        key: 'f',
        module: 'functions',
        permission: 'functions:read',
      },
      {
        to: '/projects/$projectId/cron',
        icon: CalendarClock,
        title: 'cron',
        key: 'c',
        module: 'cron',
        permission: 'cron:read',
      },
      {
        to: '/projects/$projectId/webhooks',
        icon: Webhook,
        title: 'webhooks',
        key: 'w',
        module: 'webhooks',
        permission: 'webhooks:read',
      },
      {
        to: '/projects/$projectId/storage',
        icon: FolderArchive,
        title: 'storage',
        key: 'b',
        module: 'storage',
        permission: 'storage:read',
      },
      {
        to: '/projects/$projectId/live',
        icon: Radio,
        title: 'live',
        key: 'l',
        module: 'realtime',
        permission: 'realtime:read',
      },
    ],
  },
  {
    name: 'money',
    screens: [
      {
        to: '/projects/$projectId/payments',
        icon: HandCoins,
        title: 'payments',
        key: 'k',
        module: 'payments',
        permission: 'payments:read',
      },
    ],
  },
  {
    name: 'observe',
    screens: [
      {
        to: '/projects/$projectId/logs',
        icon: ScrollText,
        title: 'logs',
        key: 'r',
        module: 'request-logs',
        permission: 'logs:read',
      },
      {
        to: '/projects/$projectId/jobs',
        icon: ListX,
        title: 'jobs',
        key: 'o',
        module: 'jobs',
        permission: 'jobs:read',
      },
      {
        to: '/projects/$projectId/usage',
        icon: ChartNoAxesColumn,
        title: 'usage',
        key: 'x',
        module: 'usage',
        permission: 'usage:read',
      },
      {
        to: '/projects/$projectId/audit-log',
        icon: History,
        title: 'audit',
        key: 'j',
        module: 'audit',
        permission: 'audit:read',
      },
    ],
  },
  {
    name: 'project',
    screens: [
      {
        to: '/projects/$projectId/api-keys',
        icon: KeyRound,
        title: 'apiKeys',
        key: 'y',
        module: 'api-keys',
        permission: 'api_keys:read',
      },
      {
        to: '/projects/$projectId/environment',
        icon: SlidersHorizontal,
        title: 'environment',
        key: 'v',
        module: 'environment',
        permission: 'env:read',
      },
      {
        to: '/projects/$projectId/domains',
        icon: Globe,
        title: 'domains',
        key: 'd',
        module: 'domains',
        permission: 'domains:read',
      },
      {
        to: '/projects/$projectId/integrations',
        icon: Plug,
        title: 'integrations',
        key: 'z',
        module: 'integrations',
        permission: 'integrations:read',
      },
      {
        to: '/projects/$projectId/billing',
        icon: ReceiptText,
        title: 'billing',
        key: 'i',
        module: 'billing',
        permission: 'billing:read',
      },
      {
        to: '/projects/$projectId/settings',
        icon: Settings,
        title: 'settings',
        key: 'e',
        module: 'projects',
        permission: 'projects:read',
      },
    ],
  },
] as const satisfies readonly ScreenGroup[]
