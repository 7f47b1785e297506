// Payments: mobile money with two providers, a ledger, and what keeps both in step with the providers.
import { callbackRoutes } from '#modules/payments/callbacks/callbacks.routes.ts'
import { processCallbacks } from '#modules/payments/callbacks/process-callbacks.ts'
import { createKeyedAnswers } from '#modules/payments/context/keyed-answers.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import { createProviderA } from '#modules/payments/providers/provider-a/provider-a.ts'
import { createProviderB } from '#modules/payments/providers/provider-b/provider-b.ts'
import { createPublisher } from '#modules/payments/publication/publisher.ts'
import { type Checker, createChecker } from '#modules/payments/reconciliation/checker.ts'
import { countOpen } from '#modules/payments/reconciliation/checks.store.ts'
import { queueReconciliation, reconciliationJob } from '#modules/payments/reconciliation/daily.ts'
import { reconciliationRoutes } from '#modules/payments/reconciliation/reconciliation.routes.ts'
import { settingsRoutes } from '#modules/payments/settings/settings.routes.ts'
import { createSettingsCache } from '#modules/payments/settings/settings.ts'
import { startRoutes } from '#modules/payments/start/start.routes.ts'
import { statementRoutes } from '#modules/payments/statements/statements.routes.ts'
import { statusRoutes } from '#modules/payments/transactions/status.routes.ts'
import { transactionRoutes } from '#modules/payments/transactions/transactions.routes.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { admins, developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { createRounds } from '#platform/fairness/rounds.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import { ANYWHERE } from '#platform/http-client/address-guard.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { PAYMENT_EVENTS } from './evidence/payment-events.ts'

const tags = {
  Payments:
    'Mobile money with two providers: starting payments, their transactions, the ledger, and settings.',
} as const

API_TAGS.add(250, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'payments:read': { allows: 'See payments, the ledger and masked settings.', roles: readers },
  'payments:write': { allows: 'Start, reverse and resolve payments.', roles: developers },
  'payments:configure': { allows: 'Change the settings and credentials of payments.', roles: admins },
} as const

PERMISSIONS.add(240, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { payments: true } as const

ROUTE_GROUPS.add(60, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

const events = { 'payment.needs_attention': 'warning' } as const

EVENT_TYPES.add(50, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

const HOUR_MS = 60 * 60 * 1000

/** PaymentsNeeds are the services of other modules. */
export interface PaymentsNeeds {
  readonly projects: { readonly find: FindProject }
  readonly simulators: { address(): string | undefined }
}

/** openPayments makes what the parts of the module share, and the checker of this node, which waits to be woken. */
export function openPayments(
  platform: Platform,
  { projects, simulators }: PaymentsNeeds,
): { readonly payments: Payments; readonly checker: Checker } {
  // The operator has chosen the addresses of the providers.
  const http = new HttpClient({ internalNetworks: ANYWHERE })
  const payments: Payments = {
    platform,
    providerA: createProviderA((request) => http.send(request), platform.clock),
    providerB: createProviderB((request) => http.send(request)),
    publisher: createPublisher(platform),
    answers: createKeyedAnswers(platform),
    settings: createSettingsCache(platform),
    simulators: () => simulators.address(),
    processCallbacks: createRounds((project) => processCallbacks(payments, project)),
    written: () => checker.written(),
  }
  const checker = createChecker(payments, projects.find)
  return { payments, checker }
}

/** paymentsModule returns what the module contributes. */
export function paymentsModule(platform: Platform, needs: PaymentsNeeds): Module {
  const { payments, checker } = openPayments(platform, needs)
  return {
    name: 'payments',
    events: PAYMENT_EVENTS,
    jobs: [reconciliationJob(payments, needs.projects.find)],
    // Nothing of them is dropped: what became of them is asked first.
    heldBack: [{ kind: 'payments', count: () => countAll(platform) }],
    // Where providers call back.
    hostPaths: { long: ['/webhooks/provider_a/:projectID', '/webhooks/provider_b/:projectID'] },
    routes: (api) => {
      settingsRoutes(api, payments)
      startRoutes(api, payments)
      statusRoutes(api, payments)
      transactionRoutes(api, payments)
      reconciliationRoutes(api, payments)
      statementRoutes(api, payments)
      callbackRoutes(api, payments)
    },
    upkeep: [
      {
        what: 'queue the daily reconciliation of payments',
        everyMs: HOUR_MS,
        run: () => queueReconciliation(platform),
      },
    ],
    start: async () => checker.wake(),
    close: checker.close,
  }
}

async function countAll({ clusters }: Platform): Promise<number> {
  const counts = await Promise.all(clusters.all().map(({ admin }) => countOpen(admin)))
  return counts.reduce((sum, count) => sum + count, 0)
}
