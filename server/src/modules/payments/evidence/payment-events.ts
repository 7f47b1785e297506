// The events of payments.
import { z } from 'zod'
import { PAYMENT_TRANSACTIONS } from '#engine/built-in/payment-transactions.ts'
import type { Status } from '#modules/payments/model/payment.ts'
import type { ConsumedChange } from '#platform/changes/consumers/consumed-change.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'

const data = z.record(z.string(), z.unknown()).describe('The row of payment_transactions.')

const changed = (
  type: string,
  description: string,
  of: (change: ConsumedChange) => boolean,
): ProjectEvent => ({ ...{ type, description, data }, from: { table: PAYMENT_TRANSACTIONS, of } })

// What else changes of a payment is no event.
const isNewState = ({ type, record, old_record }: ConsumedChange) =>
  type === 'INSERT' || (type === 'UPDATE' && old_record?.status !== record.status)

const reached = (status: Status) =>
  changed(
    `payment.${status}`,
    `A payment has become ${status}.`,
    (change) => isNewState(change) && change.record.status === status,
  )

/** NEEDS_ATTENTION is reported where differences are found. */
export const NEEDS_ATTENTION = {
  type: 'payment.needs_attention',
  description: 'The provider of payments and the server do not agree, or a payment has an alert.',
  data: z.object({
    differences: z.array(
      z.object({
        cause: z.string().describe('Such as `amount_mismatch`.'),
        message: z.string(),
        transaction_id: z.uuid().nullable().describe('Null where the provider names money of nobody.'),
        provider: z.string(),
        receipt: z.string().nullable(),
        reference: z.string().nullable(),
        order_id: z.string().nullable(),
        status: z.string().nullable(),
        amount: z.int().nullable().describe('What was asked for.'),
        provider_amount: z.number().nullable().describe('What the provider says, where it differs.'),
        currency: z.string(),
      }),
    ),
  }),
} as const satisfies ProjectEvent

/** PAYMENT_EVENTS are all of them. */
export const PAYMENT_EVENTS: readonly ProjectEvent[] = [
  ...(['pending', 'completed', 'failed', 'expired', 'cancelled', 'reversed'] as const).map(reached),
  changed(
    'payment.refunded',
    'A part of a payment was given back: `refunded_amount` says how much by now.',
    (change) =>
      change.type === 'UPDATE' &&
      !isNewState(change) &&
      change.old_record?.refunded_amount !== change.record.refunded_amount,
  ),
  NEEDS_ATTENTION,
]
