// A payment that is started by hand: in the sandbox alone, where nobody is charged.
import { useState } from 'react'
import type { PaymentSettings, PaymentTransaction } from '#api/client/schemas.ts'
import { openCheckout, pushPayment, refreshPayments, startDirectPayment } from '#api/services/payments.ts'
import { useMessages } from '#i18n/language.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'
import classes from './payments.module.css'

type Kind = PaymentTransaction['kind']

const SESSION_SECONDS = 3600
const EMPTY = { phone: '', amount: '', description: '', first: '', last: '', redirect: '' }

/** kindsInSandbox returns what can be started without charging anybody; nothing while payments are switched off. */
export function kindsInSandbox(settings: PaymentSettings): readonly Kind[] {
  if (!settings.is_active) return []
  return [
    ...(settings.provider_a_environment === 'sandbox' ? (['stk_push'] as const) : []),
    ...(settings.provider_b_mode === 'sandbox' ? (['direct', 'session'] as const) : []),
  ]
}

/** StartPayment asks for what the kind of payment needs; the id of the payment goes to `onStarted`. */
export function StartPayment({
  projectId,
  kinds,
  onStarted,
  onClose,
}: {
  readonly projectId: string
  readonly kinds: readonly Kind[]
  readonly onStarted: (id: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'stk_push')
  const { draft, dirty, change } = useDraft(() => EMPTY)
  const currency = kind === 'stk_push' ? 'KES' : 'TZS'
  return (
    <FormDialog
      title={m.start}
      about={m.startHint}
      action={m.start}
      dirty={dirty}
      done={kind === 'session' ? m.sessionOpened : m.started}
      onSave={() => start(projectId, kind, draft)}
      onDone={async ({ transaction_id }) => {
        await refreshPayments(projectId)
        onStarted(transaction_id)
      }}
      onClose={onClose}
    >
      <Field label={m.kind}>
        <Select
          choices={kinds.map((value) => ({ value, label: m.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
      </Field>
      <Field label={m.payerPhone} name="phone" hint={m.phoneHints[kind]}>
        <Input
          type="tel"
          required={kind !== 'session'}
          autoComplete="off"
          value={draft.phone}
          onValueChange={(phone) => change({ phone })}
        />
      </Field>
      <Field label={m.amountIn(currency)} name="amount" hint={m.amountHints[currency]}>
        <Input
          required
          inputMode="numeric"
          pattern="[0-9]+"
          autoComplete="off"
          value={draft.amount}
          onValueChange={(amount) => change({ amount })}
        />
      </Field>
      {kind === 'direct' ? (
        <div className={classes.pair}>
          <Field label={m.firstName}>
            <Input
              required
              autoComplete="off"
              value={draft.first}
              onValueChange={(first) => change({ first })}
            />
          </Field>
          <Field label={m.lastName}>
            <Input
              required
              autoComplete="off"
              value={draft.last}
              onValueChange={(last) => change({ last })}
            />
          </Field>
        </div>
      ) : null}
      <Field label={m.fields.description} name="description">
        <Input
          required={kind === 'stk_push'}
          maxLength={200}
          autoComplete="off"
          value={draft.description}
          onValueChange={(description) => change({ description })}
        />
      </Field>
      {kind === 'session' ? (
        <Field label={m.redirect}>
          <Input
            type="url"
            autoComplete="off"
            placeholder="https://"
            value={draft.redirect}
            onValueChange={(redirect) => change({ redirect })}
          />
        </Field>
      ) : null}
    </FormDialog>
  )
}

function start(projectId: string, kind: Kind, draft: typeof EMPTY): Promise<{ transaction_id: string }> {
  const amount = Number(draft.amount)
  const { phone, description } = draft
  const described = description.trim() === '' ? {} : { description }
  if (kind === 'stk_push') return pushPayment(projectId, { phone, amount, description })
  if (kind === 'direct')
    return startDirectPayment(projectId, {
      phone,
      amount,
      first_name: draft.first,
      last_name: draft.last,
      ...described,
    })
  return openCheckout(projectId, {
    amount,
    expires_in: SESSION_SECONDS,
    ...(phone.trim() !== '' && { customer_phone: phone }),
    ...(draft.redirect !== '' && { redirect_url: draft.redirect }),
    ...described,
  })
}
