// What the owner of a project has to look at: collected while a transaction applies evidence, and announced before it commits.
import type { Payment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { NewPlatformEvent } from '#platform/events/platform-events.ts'

const raised = new WeakMap<Queryable, NewPlatformEvent[]>()

const MESSAGES: Readonly<Record<string, string>> = {
  amount_mismatch: 'A payment was made of another amount than was asked for.',
  late_success: 'A payment succeeded after it was given up.',
  no_outcome: 'Nothing could be learned of what became of a payment.',
  receipt_taken: 'A payment has the receipt of another one.',
}

/** raiseAlert has an event written in the transaction that `db` is in. */
export function raiseAlert(db: Queryable, { id, project_id, provider }: Payment, alert: string): void {
  const event: NewPlatformEvent = {
    type: 'payment.needs_attention',
    projectId: project_id,
    subject: id,
    message: MESSAGES[alert] ?? 'A payment needs to be looked at.',
    data: { transaction_id: id, provider, alert },
  }
  raised.set(db, [...(raised.get(db) ?? []), event])
}

/** takeAlerts returns the events that a transaction has raised. */
export function takeAlerts(db: Queryable): readonly NewPlatformEvent[] {
  const events = raised.get(db) ?? []
  raised.delete(db)
  return events
}
