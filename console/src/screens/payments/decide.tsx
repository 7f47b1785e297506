// What an owner decides about a payment: what became of it, or that it was paid back.
import { useState } from 'react'
import { refreshPayments, resolvePayment, reversePayment } from '#api/services/payments.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** Decide asks for the reason, which is audited. */
export function Decide({
  projectId,
  id,
  act,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly act: 'resolve' | 'reverse'
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const isResolve = act === 'resolve'
  const [status, setStatus] = useState<'completed' | 'failed'>('completed')
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [amount, setAmount] = useState('')
  const hasAmount = !isResolve || status === 'completed'
  const shillings = hasAmount && amount.trim() !== '' ? { amount: Number(amount) } : {}
  return (
    <FormDialog
      title={isResolve ? m.resolveTitle : m.reverseTitle}
      about={isResolve ? m.resolveHint : m.reverseHint}
      action={isResolve ? m.resolve : m.reverse}
      danger={!isResolve}
      ready={reason.trim() !== ''}
      dirty={reason !== '' || receipt !== '' || amount !== ''}
      done={isResolve ? m.resolved : m.reversed}
      onSave={() => {
        const named = receipt.trim() !== '' && { receipt: receipt.trim() }
        const body = { reason: reason.trim(), ...named, ...shillings }
        return isResolve
          ? resolvePayment(projectId, id, { ...body, status })
          : reversePayment(projectId, id, body)
      }}
      onDone={() => {
        onClose()
        return refreshPayments(projectId)
      }}
      onClose={onClose}
    >
      {isResolve ? (
        <Field label={m.outcome}>
          <Select choices={choicesOf(m.outcomes)} value={status} onChange={setStatus} />
        </Field>
      ) : null}
      {hasAmount ? (
        <Field label={isResolve ? m.paidOptional : m.backOptional} name="amount" hint={m.paidHint}>
          <Input
            inputMode="numeric"
            pattern="[0-9]+"
            autoComplete="off"
            value={amount}
            onValueChange={setAmount}
          />
        </Field>
      ) : null}
      <Field label={m.reason} name="reason">
        <Input required maxLength={500} autoComplete="off" value={reason} onValueChange={setReason} />
      </Field>
      <Field label={m.receiptOptional} name="receipt">
        <Input maxLength={100} autoComplete="off" value={receipt} onValueChange={setReceipt} />
      </Field>
    </FormDialog>
  )
}
