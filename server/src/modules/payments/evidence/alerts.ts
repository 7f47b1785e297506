// What the owner of a project has to look at: the events of what a transaction has applied, announced before it commits.
import type { NewPlatformEvent } from '#platform/events/platform-events.ts'
import type { Plan } from './plan.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  amount_mismatch: 'A payment was made of another amount than was asked for.',
  amount_missing: 'The provider calls a payment paid, and did not say how much.',
  late_success: 'A payment succeeded after it was given up.',
  no_outcome: 'Nothing could be learned of what became of a payment.',
  reference_taken: 'The provider has given a payment the reference of another one.',
  receipt_taken: 'A payment has the receipt of another one.',
}

/** alertsOf returns the events of plans that were written, at most one for each. */
export function alertsOf(plans: readonly Pick<Plan, 'payment' | 'alert'>[]): NewPlatformEvent[] {
  return plans.flatMap(({ payment: { id, project_id, provider }, alert }) =>
    alert === undefined
      ? []
      : [
          {
            type: 'payment.needs_attention',
            projectId: project_id,
            subject: id,
            message: MESSAGES[alert] ?? 'A payment needs to be looked at.',
            data: { transaction_id: id, provider, alert },
          },
        ],
  )
}
