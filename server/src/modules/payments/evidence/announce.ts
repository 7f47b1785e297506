// Tells of differences, in the transaction that stores them: the people of the project by a notification, and its webhooks
// by the event `payment.needs_attention`.

import { emitEvent } from '#modules/automation/webhooks/webhooks.service.ts'
import { CAUSES, type Cause } from '#modules/payments/model/causes.ts'
import { LIMITS } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { notifyFrom } from '#platform/events/platform-events.ts'
import type { Platform } from '#platform/platform.ts'
import type { NewDifference } from './differences.store.ts'
import { NEEDS_ATTENTION } from './payment-events.ts'

/** Found is a difference that was found; `payment` is what it is of, if anything. */
export interface Found extends NewDifference {
  readonly payment: Pick<Payment, 'status' | 'amount' | 'reference' | 'order_id'> | null
}

// An event about more is hard to take for its receiver, and many notifications at once for people.
const MOST_OF_EVENT = 100
const MOST_SINGLE = 3
const QUIET_SECONDS = 60

/** announce tells of differences; `db` is the transaction on the project's cluster that stores them. */
export async function announce(
  platform: Platform,
  db: Queryable,
  project: ProjectRecord,
  found: readonly Found[],
): Promise<void> {
  for (let start = 0; start < found.length; start += MOST_OF_EVENT) {
    const differences = found.slice(start, start + MOST_OF_EVENT).map(present)
    await emitEvent(platform, db, project, { event: NEEDS_ATTENTION, data: { differences } })
  }
  // Last, as each event draws its number under a lock.
  for (const event of notificationsOf(found))
    await notifyFrom(platform, db, project.cluster, {
      ...event,
      type: NEEDS_ATTENTION.type,
      projectId: project.id,
    })
}

function notificationsOf(found: readonly Found[]) {
  if (found.length <= MOST_SINGLE)
    return found.map(({ payment_id, receipt, provider, cause }) => ({
      subject: payment_id ?? `${provider} ${receipt}`,
      message: CAUSES[cause].message,
      data: { transaction_id: payment_id, receipt, provider, cause },
    }))
  const causes: Partial<Record<Cause, number>> = {}
  for (const { cause } of found) causes[cause] = (causes[cause] ?? 0) + 1
  const message = `${found.length} differences to the providers were found: see the reconciliation of payments.`
  return [{ subject: 'differences', message, data: { causes }, quietSeconds: QUIET_SECONDS }]
}

function present({ payment_id, payment, provider, cause, receipt, provider_amount }: Found) {
  return {
    cause,
    message: CAUSES[cause].message,
    transaction_id: payment_id,
    provider,
    receipt,
    reference: payment?.reference ?? null,
    order_id: payment?.order_id ?? null,
    status: payment?.status ?? null,
    amount: payment?.amount ?? null,
    provider_amount,
    currency: LIMITS[provider].currency,
  }
}
