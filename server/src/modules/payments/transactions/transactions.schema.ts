// What goes in and out of the routes of transactions.
import { z } from 'zod'
import { phonesOf } from '#modules/payments/model/money.ts'
import { paymentEnvironment, paymentProvider } from '#modules/payments/model/names.schema.ts'
import { STATUSES } from '#modules/payments/model/payment.ts'
import {
  freeObject,
  moment,
  plainText,
  projectParams,
  queryNumber,
  uuid,
} from '#platform/http/routes/validation.ts'

/** transactionParams are the ids in the address. */
export const transactionParams = projectParams.extend({ transactionID: uuid })

/** referenceParams are the project and the provider's reference. */
export const referenceParams = projectParams.extend({ reference: plainText(200) })

const number = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number)
  .meta({ openapi: { type: 'integer', minimum: 0 } })

const filters = {
  status: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(STATUSES)).min(1).max(STATUSES.length))
    .optional()
    .meta({ openapi: { type: 'string', description: 'One or several, separated by commas.' } }),
  provider: paymentProvider.optional(),
  environment: paymentEnvironment.optional(),
  phone: plainText(40)
    .transform(phonesOf)
    .refine((numbers) => numbers.length > 0, 'must be a phone number, such as +255712345678')
    .optional()
    .meta({
      openapi: {
        type: 'string',
        description: 'With its country code, or as it is written in Kenya or Tanzania.',
      },
    }),
  reference: plainText(200)
    .optional()
    .describe("The provider's reference, its receipt, or the payer's reference."),
  order_id: plainText(100).optional(),
  user_id: uuid.optional(),
  alert: z.enum(['true']).optional().describe('Only those that need to be looked at.'),
  from: moment.optional().describe('Started at this time or later.'),
  to: moment.optional().describe('Started before this time.'),
  min_amount: number.optional(),
  max_amount: number.optional(),
}

/** transactionList is the query of the list. */
export const transactionList = z.strictObject({
  ...filters,
  page: queryNumber(1, 10_000, 1),
  limit: queryNumber(1, 200, 20),
})

/** transactionExport is the query of the export. */
export const transactionExport = z.strictObject(filters)

/** transactionTotals is the query of totals. */
export const transactionTotals = z.strictObject({
  ...filters,
  from: moment.optional().describe('Started at this time or later; by default 30 days before `to`.'),
  to: moment.optional().describe('Started before this time, at most 366 days after `from`; by default now.'),
})

const timestamp = z.iso.datetime()

/** transaction is a payment as clients see it. */
export const transaction = z
  .object({
    id: z.uuid(),
    transaction_id: z.uuid().describe('The same as id.'),
    version: z.int(),
    provider: paymentProvider,
    kind: z.enum(['stk_push', 'direct', 'session']),
    environment: paymentEnvironment,
    status: z.enum(STATUSES),
    amount: z.int(),
    currency: z.string(),
    refunded_amount: z.int().describe('What was given back of it. All of it where the status is `reversed`.'),
    phone: z.string().nullable(),
    user_id: z.uuid().nullable(),
    order_id: z.string().nullable(),
    description: z.string().nullable(),
    metadata: freeObject,
    reference: z.string().nullable(),
    receipt: z.string().nullable(),
    failure: z.string().nullable().describe('Why it failed, for machines.'),
    alert: z.string().nullable().describe('What its owner has to look at.'),
    expires_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PaymentTransaction' })

const event = z
  .object({
    kind: z.enum(['request', 'callback', 'query', 'transition', 'statement', 'refund', 'alert', 'closed']),
    data: freeObject,
    created_at: timestamp,
  })
  .meta({ id: 'PaymentEvent' })

const entry = z
  .object({
    posting: z.enum(['payment', 'correction', 'refund', 'reversal']),
    account: z.string(),
    amount: z.int().describe('Debits are positive.'),
    currency: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'LedgerEntry' })

/** fullTransaction is a payment with its timeline and its ledger lines, for the project's owners. */
export const fullTransaction = transaction
  .extend({
    account_reference: z.string().optional().describe('What the payer has read.'),
    checkout_url: z.string().nullable(),
    paid_amount: z
      .int()
      .nullable()
      .describe(
        'What was paid instead of `amount`, where the owner has said so. The ledger and totals have it.',
      ),
    fee_amount: z
      .int()
      .optional()
      .describe('What the provider has kept of it as fees, as far as it says so.'),
    timeline: z.array(event).optional(),
    ledger: z.array(entry).optional(),
  })
  .meta({ id: 'PaymentTransactionDetails' })

/** dayTotal is the payments that were started on a day, of one environment and currency. */
export const dayTotal = z
  .object({
    day: z.string().describe('In UTC, such as `2026-11-22`.'),
    environment: paymentEnvironment,
    currency: z.string(),
    payments: z.int().describe('How many were started.'),
    completed: z.int().describe('How many of these are completed, and not reversed.'),
    amount: z.int().describe('The sum of those.'),
    refunded_amount: z.int().describe('What of that sum was given back.'),
  })
  .meta({ id: 'PaymentDayTotal' })

const shillings = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000_000_000, 'must be at most 1000000000')

/** reversal is the body of POST …/reversal. */
export const reversal = z
  .strictObject({
    reason: plainText(500),
    receipt: plainText(100).optional().describe('What the statement calls what was paid back.'),
    amount: shillings
      .optional()
      .describe('What was paid back, in whole shillings; by default all that is left.'),
  })
  .meta({ id: 'PaymentReversal' })

/** resolution is the body of POST …/resolve. */
export const resolution = z
  .strictObject({
    status: z.enum(['completed', 'failed']),
    reason: plainText(500),
    receipt: plainText(100).optional(),
    amount: shillings
      .optional()
      .describe(
        'What was really paid, in whole shillings, where that is not what was asked for: it is booked.',
      ),
  })
  .refine(({ status, amount }) => status === 'completed' || amount === undefined, {
    path: ['amount'],
    message: 'must be left out unless the status is completed',
  })
  .meta({ id: 'PaymentResolution' })

/** balance is the sum of an account of the ledger. */
export const balance = z
  .object({
    environment: paymentEnvironment,
    account: z.string(),
    currency: z.string(),
    balance: z.int(),
  })
  .meta({ id: 'LedgerBalance' })
