// Dashboard users: accounts and their sessions (design 6).
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createDashboardLookup, type DashboardSessions, dashboardSessions } from './accounts.service.ts'

/** AccountsModule is the module, with what others look dashboard users up by. */
export interface AccountsModule extends Module {
  readonly sessions: DashboardSessions
  readonly resolvers: Pick<CredentialResolvers, 'dashboard'>
}

export function accountsModule(platform: Platform): AccountsModule {
  return {
    name: 'accounts',
    routes: (api) => accountRoutes(api, platform),
    resolvers: { dashboard: createDashboardLookup(platform) },
    sessions: dashboardSessions(platform),
  }
}
