// The routes, typed: what is in the address is checked here. Screens read it by getRouteApi, and are loaded when needed.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { setupQuery } from '#api/accounts.ts'
import { projectQuery } from '#api/projects.ts'
import { queryClient } from '#api/query-client.ts'
import { accessToken } from '#api/session.ts'
import { logSearchOf } from '#screens/logs/log-search.ts'
import { tablesSearchOf } from '#screens/tables/tables-search.ts'
import { CrashScreen, MissingScreen } from './error-screens.tsx'
import { nextOf } from './next-address.ts'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const root = createRootRoute({ component: Outlet })

interface NextSearch {
  readonly next?: string | undefined
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }): NextSearch => ({ next: nextOf(next) }),
  component: lazyRouteComponent(() => import('#screens/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: ({ next }): NextSearch => ({ next: nextOf(next) }),
  component: lazyRouteComponent(() => import('#screens/sign-in/register-screen.tsx'), 'RegisterScreen'),
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  validateSearch: ({ next }): NextSearch => ({ next: nextOf(next) }),
  component: lazyRouteComponent(() => import('#screens/sign-in/forgotten-screen.tsx'), 'ForgottenScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('#screens/sign-in/register-screen.tsx'), 'SetupScreen'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    if ((await accessToken()) !== undefined) return
    const { has_accounts } = await queryClient.ensureQueryData(setupQuery)
    if (!has_accounts) throw redirect({ to: '/setup' })
    throw redirect({ to: '/sign-in', search: { next: nextOf(location.publicHref) } })
  },
  loader: () => queryClient.ensureQueryData(setupQuery),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})

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

const routeTree = root.addChildren([
  signIn,
  register,
  forgotten,
  setup,
  signedIn.addChildren([projects, account, project.addChildren([home, tables, users, apiKeys, logs, usage])]),
])

/** router is the router of the console. */
export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: CrashScreen,
  defaultNotFoundComponent: MissingScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
