// The routes, typed: what is in the address is checked here. Screens read it by getRouteApi, and are loaded when needed.
import { createRouter } from '@tanstack/react-router'
import { CrashScreen, MissingScreen } from './error-screens.tsx'
import { accountRoutes } from './routes/account.ts'
import { entranceRoutes } from './routes/entrance.ts'
import { organisationRoutes } from './routes/organisation.ts'
import { projectRoutes } from './routes/project.ts'
import { root, signedIn } from './routes/root.ts'

const routeTree = root.addChildren([
  ...entranceRoutes,
  signedIn.addChildren([...accountRoutes, ...organisationRoutes, projectRoutes]),
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
