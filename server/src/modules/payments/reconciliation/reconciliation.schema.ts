// What goes in and out of the routes of reconciliation.
import { z } from 'zod'
import { CAUSE_NAMES } from '#modules/payments/model/causes.ts'
import { paymentEnvironment, paymentProvider } from '#modules/payments/model/names.schema.ts'
import { STATUSES } from '#modules/payments/model/payment.ts'
import { moment, plainText, uuid } from '#platform/http/routes/validation.ts'

const MOST_CLOSED = 1000

/** reportQuery is the query of the report. */
export const reportQuery = z.strictObject({
  from: moment.optional().describe('By default a day before `to`.'),
  to: moment.optional().describe('By default now.'),
  environment: paymentEnvironment
    .optional()
    .describe('Only what is of it; lines that belong to no transaction are of that of their statement.'),
  state: z
    .enum(['open', 'closed'])
    .default('open')
    .describe('Which differences: those that are open, or those that are closed.'),
})

const provider = paymentProvider
const environment = paymentEnvironment

/** difference is something that the provider and we do not agree on. */
export const difference = z
  .object({
    id: z.uuid(),
    cause: z.enum(CAUSE_NAMES),
    advice: z.string().describe('What to do.'),
    transaction_id: z.uuid().nullable(),
    provider,
    reference: z.string().nullable(),
    receipt: z.string().nullable(),
    status: z.enum(STATUSES).nullable(),
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
    environment,
    currency: z.string(),
    completed: z.int(),
    completed_amount: z.int(),
    refunded_amount: z.int().describe('What of `completed_amount` was given back.'),
    open: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'ReconciliationTotals' })

/** report is the report. */
export const report = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    totals: z.array(totals),
    differences: z.array(difference).describe('Whatever their age. At most 1000, the latest first.'),
  })
  .meta({ id: 'ReconciliationReport' })

/** closing is the body of POST …/close. */
export const closing = z
  .strictObject({
    ids: z.array(uuid).min(1, 'must name one').max(MOST_CLOSED, `must name at most ${MOST_CLOSED}`),
    note: plainText(500).describe('Why it is well.'),
  })
  .meta({ id: 'DifferencesClosing' })
