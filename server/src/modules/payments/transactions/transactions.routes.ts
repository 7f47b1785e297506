// Routes of transactions: /projects/{projectID}/payments/transactions and what belongs to them.

import { Readable } from 'node:stream'
import { z } from 'zod'
import { managedSection } from '#modules/payments/context/managed-section.ts'
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import { listBalances } from '#modules/payments/ledger/ledger.store.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkNext } from '#platform/http/routes/next-page.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { exportCsv } from './csv.ts'
import { listPayments, sumPayments } from './list.store.ts'
import * as schema from './transactions.schema.ts'
import * as service from './transactions.ts'

const access = { by: ['api_key', 'project_user', 'dashboard'], scope: 'payments' } as const

/** transactionRoutes registers the routes of transactions. */
export function transactionRoutes(app: App, payments: Payments): void {
  const { clock } = payments.platform

  const routes = managedSection(app)

  routes.get(
    '/transactions',
    {
      summary: 'List transactions',
      description: 'The latest first. Users see their own.',
      query: schema.transactionList,
      responseHeaders: ['Link'],
      response: answers(200, z.array(schema.transaction)),
      access,
    },
    async (request, reply) => {
      const actor = actorOf(request)
      service.requireReader(actor)
      const { page, limit, ...filters } = request.query
      const own = actor.type === 'project_user' ? { user_id: actor.user_id } : {}
      const project = projectOf(request)
      const range = { limit: limit + 1, offset: (page - 1) * limit }
      const found = await listPayments(dbOf(payments, project), project.id, { ...filters, ...own }, range)
      if (found.length > limit) linkNext(request, reply, { page: String(page + 1) })
      return found.slice(0, limit).map(service.presentTransaction)
    },
  )

  routes.get(
    '/transactions.csv',
    {
      summary: 'Export transactions as CSV',
      description: 'Takes the filters of the list; at most 100,000 lines.',
      query: schema.transactionExport,
      media: ['text/csv'],
      response: { 200: z.string() },
    },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="transactions.csv"')
        .send(Readable.from(exportCsv(payments, projectOf(request), request.query))),
  )

  routes.get(
    '/totals',
    {
      summary: 'Get the totals of payments by day and currency',
      description: 'Takes the filters of the list. The latest day first; days without payments are left out.',
      query: schema.transactionTotals,
      response: answers(200, z.array(schema.dayTotal)),
    },
    (request) => {
      const project = projectOf(request)
      const filters = { ...request.query, ...service.spanOf(request.query, clock.now()) }
      return sumPayments(dbOf(payments, project), project.id, filters)
    },
  )

  routes.get(
    '/transactions/:transactionID',
    {
      summary: 'Get a transaction',
      description:
        "Owners also get its timeline and its ledger lines. Others' transactions are a 404 to users.",
      params: schema.transactionParams,
      response: answers(200, schema.fullTransaction),
      access,
    },
    (request) =>
      service.getTransaction(payments, projectOf(request), actorOf(request), request.params.transactionID),
  )

  routes.post(
    '/transactions/:transactionID/reversal',
    {
      summary: 'Record that a payment was paid back',
      description:
        'Pay it back with the provider first: this records it, in the ledger too. With `amount` a part of it; it is `reversed` ' +
        'once nothing is left but fees that the provider keeps.',
      params: schema.transactionParams,
      body: schema.reversal,
      response: answers(200, schema.transaction),
    },
    (request) =>
      service.reverseTransaction(payments, request.act, request.params.transactionID, request.body),
  )

  routes.post(
    '/transactions/:transactionID/resolve',
    {
      summary: 'Say what became of a payment',
      description:
        'For payments whose outcome the provider does not tell, or tells otherwise than it was. With `amount`, another ' +
        'amount than was asked for is booked, also of a payment that is completed. The reason closes the differences of ' +
        'the payment. Audited.',
      params: schema.transactionParams,
      body: schema.resolution,
      response: answers(200, schema.transaction),
    },
    (request) =>
      service.resolveTransaction(payments, request.act, request.params.transactionID, request.body),
  )

  routes.get(
    '/ledger',
    { summary: 'Get the balances of the ledger', response: answers(200, z.array(schema.balance)) },
    (request) => listBalances(dbOf(payments, projectOf(request)), projectOf(request).id),
  )
}
