// Dashboard users: accounts and their sessions.
import { openAccounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { authenticatorRoutes } from '#modules/tenancy/accounts/factors/authenticators.routes.ts'
import { passkeyRoutes } from '#modules/tenancy/accounts/factors/passkeys.routes.ts'
import { meRoutes } from '#modules/tenancy/accounts/profile/me.routes.ts'
import { secondStepRoutes } from '#modules/tenancy/accounts/sign-in/second-step.routes.ts'
import { signInRoutes } from '#modules/tenancy/accounts/sign-in/sign-in.routes.ts'
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { createDashboardLookup, type DashboardSessions, dashboardSessions } from './accounts.service.ts'

const tags = {
  Accounts: 'Dashboard users: registering, logging in, sessions and the own account.',
  'Account safety': 'Second factors and passkeys of dashboard users, and forgotten passwords.',
} as const

API_TAGS.add(20, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const ROUTES = [signInRoutes, secondStepRoutes, meRoutes, authenticatorRoutes, passkeyRoutes]

/** AccountsModule is the module, with what others look dashboard users up by. */
export interface AccountsModule extends Module {
  readonly sessions: DashboardSessions
  readonly resolvers: Pick<CredentialResolvers, 'dashboard'>
}

export function accountsModule(platform: Platform): AccountsModule {
  const accounts = openAccounts(platform)
  return {
    name: 'accounts',
    answersSecrets: true,
    routes: (api) => {
      for (const register of ROUTES) register(api, accounts)
    },
    resolvers: { dashboard: createDashboardLookup(platform) },
    sessions: dashboardSessions(platform),
  }
}
