// Routes of reconciliation: /projects/{projectID}/payments/reconciliation.
import { z } from 'zod'
import { dbOf, type Payments } from '#payments/context/payments.ts'
import { CAUSE_NAMES, CAUSES } from '#payments/model/causes.ts'
import { projectParams } from '#payments/model/settings.schema.ts'
import { auditSourceOf, recordAudit } from '#platform/audit/audit.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { moment } from '#platform/http/routes/validation.ts'
import { noteWaiting } from './daily.ts'
import { listDifferences } from './differences.store.ts'
import { importStatement } from './import-statement.ts'
import { listTotals } from './statements.store.ts'

const tags = ['Payments']
const access = { by: ['api_key', 'dashboard'], scope: 'payments', secretOnly: true } as const
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_STATEMENT = 4 * 1024 * 1024

const reportQuery = z.strictObject({
  from: moment.optional().describe('By default a day before `to`.'),
  to: moment.optional().describe('By default now.'),
  state: z
    .enum(['open', 'closed'])
    .default('open')
    .describe('Which differences: those that are open, or those that are closed.'),
})

const provider = z.enum(['provider_a', 'provider_b'])
const difference = z
  .object({
    id: z.uuid(),
    cause: z.enum(CAUSE_NAMES),
    advice: z.string().describe('What to do.'),
    transaction_id: z.uuid().nullable(),
    provider,
    reference: z.string().nullable(),
    receipt: z.string().nullable(),
    status: z.string().nullable(),
    amount: z.int().nullable().describe('Ours.'),
    provider_amount: z.number().nullable().describe("The provider's, where it differs."),
    currency: z.string(),
    at: z.iso.datetime().describe('When it was found.'),
    closed_at: z.iso.datetime().nullable(),
    closed_by: z.string().nullable().describe('Null where it has ended by itself.'),
    note: z.string().nullable().describe('Why it was closed.'),
  })
  .meta({ id: 'ReconciliationDifference' })

const totals = z
  .object({
    provider,
    environment: z.enum(['sandbox', 'live']),
    currency: z.string(),
    completed: z.int(),
    completed_amount: z.int(),
    open: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'ReconciliationTotals' })

const report = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    totals: z.array(totals),
    differences: z.array(difference).describe('Whatever their age. At most 1000, the latest first.'),
  })
  .meta({ id: 'ReconciliationReport' })

const statementImport = z
  .strictObject({
    provider,
    csv: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_STATEMENT, `must have at most ${MAX_STATEMENT} characters`),
  })
  .meta({ id: 'StatementImport' })

const imported = z
  .object({
    lines: z.int(),
    matched: z.int(),
    settled: z.int().describe('Transactions that the statement has completed.'),
    unmatched: z.int(),
  })
  .meta({ id: 'StatementImported' })

/** reconciliationRoutes registers the routes of reconciliation. */
export function reconciliationRoutes(app: App, payments: Payments): void {
  const { clock, clusters } = payments.platform

  app.get(
    '/projects/:projectID/payments/reconciliation',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Compare transactions with what the providers say',
        description:
          'Each difference has its cause and what to do about it, and is listed until it is closed or has ended by itself. ' +
          'The totals are those of `from` to `to`.',
        params: projectParams,
        querystring: reportQuery,
        response: answers(200, report),
      },
    },
    async (request) => {
      const now = clock.now()
      const {
        to = new Date(now.getTime() + 1),
        from = new Date(to.getTime() - DAY_MS),
        state,
      } = request.query
      if (from >= to) throw invalidInput('from: must be before to.', { fields: ['from'] })
      const project = projectOf(request)
      const db = dbOf(payments, project)
      await noteWaiting(payments, project)
      const found = await listDifferences(db, project.id, state)
      const differences = found.map((one) => ({ ...one, advice: CAUSES[one.cause].advice }))
      return { from, to, totals: await listTotals(db, project.id, from, to), differences }
    },
  )

  app.post(
    '/projects/:projectID/payments/reconciliation/statements',
    {
      config: { access },
      bodyLimit: MAX_STATEMENT + 1024,
      schema: {
        tags,
        summary: "Import a provider's statement",
        description:
          'CSV with the columns of the provider. Lines are matched by receipt, reference and account number; a payment that ' +
          'was open or failed becomes completed. The same statement may be sent again.',
        params: projectParams,
        body: statementImport,
        response: answers(200, imported),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const done = await importStatement(payments, project, request.body.provider, request.body.csv)
      const source = auditSourceOf(request, clock.now())
      const details = { provider: request.body.provider, ...done }
      const entry = { action: 'payments.statement', target: project.id, details }
      await recordAudit(clusters.main.adminOf(project), source, entry)
      return done
    },
  )
}
