// Routes of plans and billing: /plans and /projects/{projectID}/billing. Dashboard users only.

import { z } from 'zod'
import type { UsageService } from '#modules/plans/usage/usage.service.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { plan } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './billing.schema.ts'
import { changePlan, readBilling } from './billing.service.ts'

/** billingRoutes registers the routes. */
export function billingRoutes(app: App, platform: Platform, usage: UsageService): void {
  const routes = section(app, {
    at: '/plans',
    tag: 'Billing',
    access: { by: ['dashboard'], permission: 'self' },
  })

  routes.get(
    '',
    {
      summary: 'List the plans that projects can have',
      description: 'The first is what new projects begin with.',
      response: answers(200, z.array(plan)),
    },
    () => platform.plans.list,
  )

  const projects = section(app, {
    at: '/projects/:projectID/billing',
    tag: 'Billing',
    access: { by: ['dashboard'], scope: 'billing' },
    params: projectParams,
  })

  projects.get(
    '',
    {
      summary: 'Get the plan of a project, and what this month costs',
      response: answers(200, schema.billing),
    },
    (request) => readBilling(platform, usage, projectOf(request)),
  )

  projects.patch(
    '',
    {
      summary: 'Change the plan of a project',
      description:
        'A plan that costs more begins today; all others begin when the month ends. To undo that, choose the plan that ' +
        'the project has.',
      conflicts: true,
      body: schema.planChange,
      response: answers(200, schema.billing),
    },
    async (request) => {
      await changePlan(platform, request.act, request.body)
      return readBilling(platform, usage, projectOf(request))
    },
  )
}
