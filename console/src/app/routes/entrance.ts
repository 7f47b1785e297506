// The routes in front of the session.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accessToken } from '#api/client/session.ts'
import { nextOf } from '#app/next-address.ts'
import { root, text } from './root.ts'

interface NextSearch {
  readonly next?: string | undefined
}

// What comes back from the provider of an organisation.
interface SignInSearch extends NextSearch {
  readonly code?: string | undefined
  readonly error?: string | undefined
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next, code, error }): SignInSearch => ({
    next: nextOf(next),
    code: text(code),
    error: text(error),
  }),
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

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  loader: async () => ({ signedIn: (await accessToken()) !== undefined }),
  component: lazyRouteComponent(() => import('#screens/sign-in/invitation-screen.tsx'), 'InvitationScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('#screens/sign-in/register-screen.tsx'), 'SetupScreen'),
})

/** entranceRoutes are those. */
export const entranceRoutes = [signIn, register, forgotten, invitation, setup] as const
