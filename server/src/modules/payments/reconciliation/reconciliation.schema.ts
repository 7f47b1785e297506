// What goes in and out of the routes of reconciliation.
import { z } from 'zod'
import { CAUSE_NAMES } from '#payments/model/causes.ts'
import { paymentEnvironment, paymentProvider } from '#payments/model/names.schema.ts'
import { STATUSES } from '#payments/model/payment.ts'
import { projectParams } from '#payments/model/settings.schema.ts'
import { DATE_ORDERS } from '#platform/csv/date-order.ts'
import { moment, plainText, uuid } from '#platform/http/routes/validation.ts'
import { OUTCOMES, type Outcome } from './statement.ts'

/** MAX_STATEMENT is how many characters a statement may have. */
export const MAX_STATEMENT = 4 * 1024 * 1024
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

// What a statement is of, in the body of JSON, or in the query string of a body of CSV.
const ofStatement = {
  environment: environment
    .optional()
    .describe('Which payments the statement is about; by default those of the environment that is set.'),
  dates: z
    .enum(DATE_ORDERS)
    .optional()
    .describe(
      'In which order it has day, month and year where its dates can be read in two ways, such as 05/06/2026.',
    ),
}

/** statementQuery is the query of POST …/statements. */
export const statementQuery = z.strictObject({
  provider: provider.optional().describe('With `text/csv`: whose statement it is.'),
  ...ofStatement,
})

/** statementImport is the body of POST …/statements. */
export const statementImport = z
  .strictObject({
    provider,
    ...ofStatement,
    csv: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_STATEMENT, `must have at most ${MAX_STATEMENT} characters`)
      .refine((text) => !text.includes('\0'), 'must be text: export it as CSV, in UTF-8'),
  })
  .meta({ id: 'StatementImport' })

const lineOutcome = z
  .object({
    line: z.int().describe('Counted from 1.'),
    receipt: z.string().nullable(),
    outcome: z.enum(OUTCOMES),
    reason: z.string(),
  })
  .meta({ id: 'StatementLineOutcome' })

const lines = z.int()
const counts = {
  settled: lines.describe('They have completed a transaction that was open or failed.'),
  matched: lines.describe('They say what is known.'),
  other_amount: lines.describe('They are of another amount than was asked for, be it by cents.'),
  reversal: lines.describe('They take a payment back, or a part of it.'),
  not_ours: lines.describe('They belong to no transaction, or are a second receipt of one.'),
  other_environment: lines.describe('They belong to one of the other environment. Nothing changes.'),
  withdrawal: lines.describe('They were paid out.'),
  not_completed: lines.describe('They have another status.'),
  unreadable: lines.describe('They have no receipt, amount or time that can be read.'),
} satisfies Record<Outcome, z.ZodType>

const kept = {
  id: z.uuid(),
  provider,
  environment,
  at: z.iso.datetime(),
  by: z.string(),
  from: z.iso.datetime().nullable().describe('The first time on it.'),
  to: z.iso.datetime().nullable().describe('The last time on it.'),
  lines: z.int().describe('How many lines it has below its header.'),
}
const outcomeCounts = z.object(counts).meta({ id: 'StatementOutcomes' })

const others = z
  .array(lineOutcome)
  .describe('Lines that are neither `settled` nor `matched`: the first 20 of each outcome.')

/** statementImported is an import as it is kept. */
export const statementImported = z
  .object({
    ...kept,
    counts: outcomeCounts.nullable().describe('Null where it has broken off, or is not over yet.'),
  })
  .meta({ id: 'StatementImported' })

/** imported is an import with what it has found. */
export const imported = z
  .object({
    ...kept,
    counts: outcomeCounts,
    others,
  })
  .meta({ id: 'StatementImportResult' })

/** importFound is an import as it is kept, with what it has found. */
export const importFound = statementImported.extend({ others }).meta({ id: 'StatementImportDetails' })

/** importParams are the ids in the address of an import. */
export const importParams = projectParams.extend({ importID: uuid })

/** closing is the body of POST …/close. */
export const closing = z
  .strictObject({
    ids: z.array(uuid).min(1, 'must name one').max(MOST_CLOSED, `must name at most ${MOST_CLOSED}`),
    note: plainText(500).describe('Why it is well.'),
  })
  .meta({ id: 'DifferencesClosing' })
