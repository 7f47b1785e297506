// The screens of a project, in one list: the sidebar and the command palette are made of it. An entry stands here once its
// screen exists, and is shown where the server has the module.
import {
  ChartNoAxesColumn,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Table2,
  UsersRound,
} from 'lucide-react'
import type { Messages } from '#i18n/en.ts'

/** Entry is one screen of a project. */
export interface Entry {
  readonly to:
    | '/projects/$projectId'
    | '/projects/$projectId/tables'
    | '/projects/$projectId/users'
    | '/projects/$projectId/logs'
    | '/projects/$projectId/usage'
    | '/projects/$projectId/api-keys'
  readonly icon: LucideIcon
  readonly title: (m: Messages) => string
  /** module is the server's module without which the screen has nothing to show. */
  readonly module: string
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
    to: '/projects/$projectId/users',
    icon: UsersRound,
    title: (m) => m.users.title,
    module: 'auth',
  },
  {
    to: '/projects/$projectId/api-keys',
    icon: KeyRound,
    title: (m) => m.shell.screens.apiKeys,
    module: 'api-keys',
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
]

/** entriesOf returns the screens that a server with these modules has. */
export function entriesOf(modules: readonly string[]): readonly Entry[] {
  return ENTRIES.filter(({ module }) => modules.includes(module))
}
