// Billing: plans, what projects pay, invoices, and the quotas of plans.
import type { UsageService } from '#modules/plans/usage/usage.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { admins, PERMISSIONS, payers } from '#platform/credentials/permissions.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import { digestOf } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import { billingRoutes } from './billing.routes.ts'
import { QUOTAS_TOPIC } from './billing.service.ts'
import { introducePlans } from './first-plans.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { beginMonths, closeMonths } from './invoices.service.ts'
import { deleteTerms } from './invoices.store.ts'
import { dateOf, monthOf } from './months.ts'
import { createQuotaWatch, type QuotaWatch } from './quota-watch.ts'
import { deleteWarnings } from './warnings.store.ts'

const tags = { Billing: 'Plans, what a project pays, and invoices.' } as const

API_TAGS.add(280, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'billing:read': { allows: 'See plans, invoices and usage limits.', roles: [...admins, 'billing'] },
  'billing:write': { allows: 'Change plans.', roles: payers },
} as const

PERMISSIONS.add(50, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const events = { 'invoice.issued': 'info' } as const

EVENT_TYPES.add(60, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

const UPKEEP_MS = 300_000

/** BillingNeeds is what counts, and who knows projects. */
export interface BillingNeeds {
  readonly usage: { readonly service: UsageService }
  readonly projects: { readonly find: FindProject }
}

/** BillingModule adds what tests call by hand. */
export interface BillingModule extends Module {
  readonly quotas: QuotaWatch
}

/** billingModule returns what the module contributes. */
export function billingModule(platform: Platform, { usage, projects }: BillingNeeds): BillingModule {
  const { clusters, clock, plans, log, invalidations } = platform
  const db = clusters.main.admin
  const quotas = createQuotaWatch(platform, usage.service, projects.find)
  const complain = (err: unknown) => log.warn({ err }, 'could not compare usage with the quotas of plans')
  if (!plans.builtIn)
    invalidations.on(QUOTAS_TOPIC, (id) => {
      quotas.forget(id)
      quotas.refresh().catch(complain)
    })
  const closeAndBegin = async (stopping: AbortSignal) => {
    if (plans.builtIn) return
    await beginMonths(platform, stopping)
    await closeMonths(platform, stopping)
    await deleteWarnings(db, monthOf(dateOf(clock.now())))
    await deleteTerms(db, plans.list.map(digestOf))
  }
  return {
    name: 'billing',
    routes(api) {
      billingRoutes(api, platform, usage.service)
      invoiceRoutes(api, db)
    },
    start: () => introducePlans(platform),
    quotas,
    upkeep: [{ what: 'close the months of projects', everyMs: UPKEEP_MS, run: closeAndBegin }],
    close: () => quotas.close(),
  }
}
