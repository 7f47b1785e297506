// What goes in and out of the routes of statements.
import { z } from 'zod'
import {
  paymentEnvironment as environment,
  paymentProvider as provider,
} from '#modules/payments/model/names.schema.ts'
import { DATE_ORDERS } from '#platform/csv/date-order.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'
import { OUTCOMES, type Outcome } from './statement.ts'

/** MAX_STATEMENT is how many characters a statement may have. */
export const MAX_STATEMENT = 4 * 1024 * 1024

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
