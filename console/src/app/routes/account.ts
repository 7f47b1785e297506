// The routes of who is signed in: projects, the own account, notifications; the server, for operators.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#api/client/query-client.ts'
import { projectsQuery } from '#api/project/projects.ts'
import { serverSearchOf } from '#screens/server/server-search.ts'
import { signedIn, text } from './root.ts'

interface ProjectsSearch {
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly create?: boolean | undefined
}

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: ({ search, sort, create }): ProjectsSearch => ({
    search: text(search === undefined ? search : String(search)),
    sort: text(sort),
    create: create === true || undefined,
  }),
  // Asked for at once, and not only when the screen is drawn.
  loader: () => void queryClient.prefetchQuery(projectsQuery),
  component: lazyRouteComponent(() => import('#screens/projects/projects-screen.tsx'), 'ProjectsScreen'),
})

interface AccountSearch {
  readonly tab?: string | undefined
}

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  validateSearch: ({ tab }): AccountSearch => ({ tab: text(tab) }),
  component: lazyRouteComponent(() => import('#screens/account/account-screen.tsx'), 'AccountScreen'),
})

interface NotificationsSearch {
  readonly tab?: 'preferences' | undefined
}

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  validateSearch: ({ tab }): NotificationsSearch => ({ tab: tab === 'preferences' ? tab : undefined }),
  component: lazyRouteComponent(
    () => import('#screens/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const server = createRoute({
  getParentRoute: () => signedIn,
  path: '/server',
  validateSearch: serverSearchOf,
  component: lazyRouteComponent(() => import('#screens/server/server-screen.tsx'), 'ServerScreen'),
})

/** accountRoutes are those. */
export const accountRoutes = [notifications, projects, account, server] as const
