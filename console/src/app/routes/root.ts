// What all routes hang on.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { organisationsQuery, setupQuery } from '#api/account/accounts.ts'
import { queryClient } from '#api/client/query-client.ts'
import { accessToken } from '#api/client/session.ts'
import { nextOf } from '#app/next-address.ts'

/** text is a text of the address, undefined where there is none. */
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** root is above all routes. */
export const root = createRootRoute({ component: Outlet })

/** signedIn is above the routes that need a session; without one it leads to where one begins. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    if ((await accessToken()) !== undefined) return
    const { has_accounts } = await queryClient.ensureQueryData(setupQuery)
    if (!has_accounts) throw redirect({ to: '/setup' })
    throw redirect({ to: '/sign-in', search: { next: nextOf(location.publicHref) } })
  },
  // What the viewer may see is drawn at once, and not entry by entry.
  loader: () =>
    Promise.all([queryClient.ensureQueryData(setupQuery), queryClient.prefetchQuery(organisationsQuery)]),
  component: lazyRouteComponent(() => import('#app/shell.tsx'), 'Shell'),
})
