// Payments: mobile money with two providers, a ledger, and what keeps both in step with the providers (spec 2.13, 4.12).
import { callbackRoutes } from '#payments/callbacks/callbacks.routes.ts'
import { processCallbacks } from '#payments/callbacks/process-callbacks.ts'
import { createKeyedAnswers } from '#payments/context/keyed-answers.ts'
import type { Payments } from '#payments/context/payments.ts'
import { createProviderA } from '#payments/providers/provider-a/provider-a.ts'
import { createProviderB } from '#payments/providers/provider-b/provider-b.ts'
import { createPublisher } from '#payments/publication/publisher.ts'
import { type Checker, createChecker } from '#payments/reconciliation/checker.ts'
import { queueReconciliation, reconciliationJob } from '#payments/reconciliation/daily.ts'
import { reconciliationRoutes } from '#payments/reconciliation/reconciliation.routes.ts'
import { settingsRoutes } from '#payments/settings/settings.routes.ts'
import { createSettingsCache } from '#payments/settings/settings.ts'
import { startRoutes } from '#payments/start/start.routes.ts'
import { statementRoutes } from '#payments/statements/statements.routes.ts'
import { statusRoutes } from '#payments/transactions/status.routes.ts'
import { transactionRoutes } from '#payments/transactions/transactions.routes.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { createRounds } from '#platform/fairness/rounds.ts'
import { ANYWHERE } from '#platform/http-client/address-guard.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'

const HOUR_MS = 60 * 60 * 1000

interface Needs {
  readonly projects: { readonly find: FindProject }
  readonly simulators: { address(): string | undefined }
}

/** openPayments makes what the parts of the module share, and the checker of this node. */
export function openPayments(
  platform: Platform,
  { projects, simulators }: Needs,
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
    checkSoon: () => checker.wake(),
  }
  const checker = createChecker(payments, projects.find)
  return { payments, checker }
}

/** paymentsModule returns what the module contributes. */
export function paymentsModule(
  platform: Platform,
  projects: Needs['projects'],
  simulators: Needs['simulators'],
): Module {
  const { payments, checker } = openPayments(platform, { projects, simulators })
  return {
    name: 'payments',
    jobs: [reconciliationJob(payments, projects.find)],
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
    close: checker.close,
  }
}
