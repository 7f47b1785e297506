// Routes of invoices, below a project and below its organisation, which keeps those of deleted projects.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import * as schema from './billing.schema.ts'
import { INVOICE_POLICY, invoicePage } from './invoice-page.ts'
import { findInvoice, type Invoice, type InvoiceOwner, listInvoices } from './invoices.store.ts'

const tags = ['Billing']
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

  app.get(
    path,
    {
      config: { access },
      schema: {
        tags,
        summary: `List the invoices of ${of}`,
        description:
          'Latest month first. A month has an invoice a day after its end, unless it costs nothing.',
        params: z.object(ids),
        querystring: schema.invoiceQuery,
        response: answers(200, z.array(schema.invoiceSummary)),
      },
    },
    ({ params, query }) => listInvoices(db, owner(params as Record<string, string>), query),
  )

  app.get(
    `${path}/:invoiceID`,
    {
      config: { access },
      schema: {
        tags,
        summary: `Get an invoice of ${of}`,
        params: invoiceParams,
        response: answers(200, schema.invoice),
      },
    },
    (request) => find(request),
  )

  app.get(
    `${path}/:invoiceID/page`,
    {
      config: { access },
      schema: {
        tags,
        summary: `Get an invoice of ${of} as a page to print`,
        params: invoiceParams,
        media: ['text/html'],
        response: { 200: z.string().describe('An HTML page without scripts.') },
      },
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
