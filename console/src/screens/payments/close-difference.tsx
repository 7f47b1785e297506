// Closing a difference: somebody has looked at it, and says why it is well.
import { useState } from 'react'
import { closeDifferences, refreshPayments } from '#api/services/payments.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** CloseDifference asks for the note. */
export function CloseDifference({
  projectId,
  id,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={m.closeTitle}
      about={m.closeHint}
      action={m.close}
      ready={note.trim() !== ''}
      dirty={note !== ''}
      done={m.closedNow}
      onSave={() => closeDifferences(projectId, [id], note.trim())}
      onDone={() => {
        onClose()
        return refreshPayments(projectId)
      }}
      onClose={onClose}
    >
      <Field label={m.reason} name="note">
        <Input required maxLength={500} autoComplete="off" value={note} onValueChange={setNote} />
      </Field>
    </FormDialog>
  )
}
