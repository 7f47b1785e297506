// Routes of reconciliation: /projects/{projectID}/payments/reconciliation.

import { z } from 'zod'
import { managedSection } from '#modules/payments/context/managed-section.ts'
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import { CAUSES } from '#modules/payments/model/causes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { closeByHand } from './close-differences.ts'
import { noteWaiting } from './daily.ts'
import { type Difference, listDifferences } from './differences.store.ts'
import * as schema from './reconciliation.schema.ts'
import { listTotals } from './totals.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** reconciliationRoutes registers the routes of reconciliation. */
export function reconciliationRoutes(app: App, payments: Payments): void {
  const { clock } = payments.platform

  const routes = managedSection(app, '/reconciliation')

  routes.get(
    '',
    {
      summary: 'Compare transactions with what the providers say',
      description:
        'Each difference has its cause and what to do about it, and is listed until it is closed or has ended by itself. ' +
        'The totals are those of `from` to `to`.',
      query: schema.reportQuery,
      response: answers(200, schema.report),
    },
    async (request) => {
      const now = clock.now()
      const {
        to = new Date(now.getTime() + 1),
        from = new Date(to.getTime() - DAY_MS),
        state,
        environment,
      } = request.query
      if (from >= to) throw invalidInput('from: must be before to.', { fields: ['from'] })
      const project = projectOf(request)
      const db = dbOf(payments, project)
      await noteWaiting(payments, project)
      const differences = (await listDifferences(db, project.id, state, environment)).map(present)
      return { from, to, totals: await listTotals(db, project.id, { from, to, environment }), differences }
    },
  )

  routes.post(
    '/close',
    {
      summary: 'Close differences',
      description:
        'All of them or none. What is closed is not listed any more, and is opened again only where the provider says ' +
        'something else. Of a transaction whose outcome is open, resolve that instead (409). Audited.',
      body: schema.closing,
      response: answers(200, z.array(schema.difference)),
    },
    async (request) => {
      const { act } = request
      return (await closeByHand(payments, act, request.body)).map(present)
    },
  )
}

function present(difference: Difference) {
  return { ...difference, advice: CAUSES[difference.cause].advice }
}
