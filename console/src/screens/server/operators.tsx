// Who operates the installation.
import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { Operator } from '#api/client/schemas.ts'
import { addOperator, operatorsQuery, removeOperator } from '#api/organisations/operators.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** Operators lists the operators; the last one stays. */
export function Operators() {
  const m = useMessages(messages)
  const operators = useQuery(operatorsQuery)
  const [adds, setAdds] = useState(false)
  const [removes, setRemoves] = useState<Operator>()
  const columns: Column<Operator>[] = [
    { title: m.email, cell: ({ email }) => email },
    { title: m.fullName, cell: ({ full_name }) => full_name },
    { title: m.since, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    ...(operators.data !== undefined && operators.data.length > 1
      ? [
          {
            title: m.remove,
            hidden: true,
            end: true,
            cell: (operator: Operator) => (
              <Button aria-label={`${m.remove}: ${operator.email}`} onClick={() => setRemoves(operator)}>
                {m.remove}
              </Button>
            ),
          },
        ]
      : []),
  ]
  const add = (
    <Button kind="primary" onClick={() => setAdds(true)}>
      <UserRoundPlus aria-hidden />
      {m.add}
    </Button>
  )
  return (
    <Section title={m.tabs.operators} about={m.operatorsHint} action={add}>
      {operators.isPending ? <Skeleton /> : null}
      {operators.isError ? <ErrorState error={operators.error} onRetry={operators.refetch} /> : null}
      {operators.data === undefined ? null : (
        <Table
          label={m.tabs.operators}
          columns={columns}
          rows={operators.data}
          rowKey={({ account_id }) => account_id}
        />
      )}
      {adds ? <Add onClose={() => setAdds(false)} /> : null}
      {removes === undefined ? null : <Remove operator={removes} onClose={() => setRemoves(undefined)} />}
    </Section>
  )
}

function Add({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const [email, setEmail] = useState('')
  return (
    <FormDialog
      title={m.add}
      action={m.add}
      dirty={email !== ''}
      done={m.added(email.trim())}
      onSave={() => addOperator(email.trim())}
      onClose={onClose}
    >
      <Field label={m.email} hint={m.addHint} name="email">
        <Input type="email" required autoFocus autoComplete="off" value={email} onValueChange={setEmail} />
      </Field>
    </FormDialog>
  )
}

function Remove({
  operator: { account_id, email },
  onClose,
}: {
  readonly operator: Operator
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  return (
    <ConfirmDialog
      title={m.removeTitle(email)}
      about={m.removeHint}
      action={m.remove}
      done={m.removed(email)}
      onConfirm={() => removeOperator(account_id)}
      onClose={onClose}
    />
  )
}
