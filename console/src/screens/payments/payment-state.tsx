// How far a payment has come, and whether somebody has to look at it.
import { TriangleAlert } from 'lucide-react'
import type { PaymentTransaction } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { messages } from './messages.ts'
import classes from './payments.module.css'

const TONES = {
  submitting: 'neutral',
  pending: 'accent',
  unknown: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
  reversed: 'warning',
} as const

/** PaymentState is the state of a payment, with a sign where it has an alert. */
export function PaymentState({
  payment: { status, alert },
}: {
  readonly payment: Pick<PaymentTransaction, 'status' | 'alert'>
}) {
  const m = useMessages(messages)
  return (
    <span className={classes.state}>
      <Badge tone={TONES[status]}>{m.statuses[status]}</Badge>
      {alert === null ? null : (
        <span className={classes.alert} title={`${m.fields.alert}: ${alert}`}>
          <TriangleAlert aria-label={m.fields.alert} />
        </span>
      )}
    </span>
  )
}
