// Routes of invoices, below a project and below its organisation, which keeps those of deleted projects.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import * as schema from './billing.schema.ts'
import { INVOICE_POLICY, invoicePage } from './invoice-page.ts'
import { findInvoice, type Invoice, type InvoiceOwner, listInvoices } from './invoices.store.ts'

const access = { by: ['dashboard'], permission: 'billing:read' } as const

interface Place {
  readonly path: string
  readonly of: string
  readonly ids: z.ZodRawShape
  owner(params: Readonly<Record<string, string>>): InvoiceOwner
}

const PLACES: readonly Place[] = [
  {
    path: '/projects/:projectID/billing/invoices',
    of: 'a project',
    ids: { projectID: uuid },
    owner: ({ projectID = '' }) => ({ project_id: projectID }),
  },
  {
    path: '/organisations/:organisationID/invoices',
    of: 'an organisation',
    ids: { organisationID: uuid },
    owner: ({ organisationID = '' }) => ({ organisation_id: organisationID }),
  },
]

/** invoiceRoutes registers the routes; `db` is the control plane. */
export function invoiceRoutes(app: App, db: Queryable): void {
  for (const place of PLACES) registerPlace(app, db, place)
}

function registerPlace(app: App, db: Queryable, { path, of, ids, owner }: Place): void {
  const invoiceParams = z.object({ ...ids, invoiceID: uuid })
  const find = async ({ params }: Pick<FastifyRequest, 'params'>): Promise<Invoice> => {
    const all = params as Record<string, string>
    const invoice = await findInvoice(db, owner(all), all.invoiceID ?? '')
    if (invoice === undefined) throw notFound('The invoice')
    return invoice
  }

  const invoices = section(app, { at: path, tag: 'Billing', access, params: z.object(ids) })

  invoices.get(
    '',
    {
      summary: `List the invoices of ${of}`,
      description: 'Latest month first. A month has an invoice a day after its end, unless it costs nothing.',
      query: schema.invoiceQuery,
      response: answers(200, z.array(schema.invoiceSummary)),
    },
    ({ params, query }) => listInvoices(db, owner(params as Record<string, string>), query),
  )

  invoices.get(
    '/:invoiceID',
    { summary: `Get an invoice of ${of}`, params: invoiceParams, response: answers(200, schema.invoice) },
    (request) => find(request),
  )

  invoices.get(
    '/:invoiceID/page',
    {
      summary: `Get an invoice of ${of} as a page to print`,
      params: invoiceParams,
      media: ['text/html'],
      response: { 200: z.string().describe('An HTML page without scripts.') },
    },
    async (request, reply) => {
      const page = invoicePage(await find(request))
      return reply
        .header('content-security-policy', INVOICE_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    },
  )
}
