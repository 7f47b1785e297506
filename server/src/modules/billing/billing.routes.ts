// Routes of plans and billing: /plans and /projects/{projectID}/billing. Dashboard users only.
import { z } from 'zod'
import type { UsageService } from '#modules/usage/usage.service.ts'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { plan } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './billing.schema.ts'
import { changePlan, readBilling } from './billing.service.ts'

const tags = ['Billing']
const access = { by: ['dashboard'], scope: 'billing' } as const

/** billingRoutes registers the routes. */
export function billingRoutes(app: App, platform: Platform, usage: UsageService): void {
  app.get(
    '/plans',
    {
      config: { access: { by: ['dashboard'], permission: 'self' } },
      schema: {
        tags,
        summary: 'List the plans that projects can have',
        description: 'The first is what new projects begin with.',
        response: answers(200, z.array(plan)),
      },
    },
    () => platform.plans.list,
  )

  app.get(
    '/projects/:projectID/billing',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the plan of a project, and what this month costs',
        params: schema.projectParams,
        response: answers(200, schema.billing),
      },
    },
    (request) => readBilling(platform, usage, projectOf(request)),
  )

  app.patch(
    '/projects/:projectID/billing',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the plan of a project',
        description:
          'A plan that costs more begins today; all others begin when the month ends. To undo that, choose the plan that ' +
          'the project has.',
        conflicts: true,
        params: schema.projectParams,
        body: schema.planChange,
        response: answers(200, schema.billing),
      },
    },
    async (request) => {
      await changePlan(platform, auditSourceOf(request, platform.clock.now()), request.body)
      return readBilling(platform, usage, projectOf(request))
    },
  )
}
