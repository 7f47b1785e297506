// Dashboard users: accounts and their sessions (design 6).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createDashboardLookup, type DashboardSessions, dashboardSessions } from './accounts.service.ts'

export function accountsModule(platform: Platform): Module & { readonly sessions: DashboardSessions } {
  return {
    name: 'accounts',
    routes: (api) => accountRoutes(api, platform),
    resolvers: { dashboard: createDashboardLookup(platform) },
    sessions: dashboardSessions(platform),
  }
}
