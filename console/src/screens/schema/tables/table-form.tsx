// The form of a table: its name and what it is for.
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { updateTable } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'

/** FormProps are those of every form of this screen. */
export interface FormProps {
  readonly projectId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** TableForm changes `table`. */
export function TableForm({ projectId, table, onDone, onClose }: FormProps & { readonly table: Table }) {
  const m = useMessages(messages)
  const [name, setName] = useState(table.name)
  const [description, setDescription] = useState(table.description ?? '')
  const input = { name, description: description.trim() === '' ? null : description }
  return (
    <ReviewedForm
      title={m.changeTable(table.name)}
      action={m.change}
      dirty={name !== table.name || description !== (table.description ?? '')}
      act={() =>
        // A name that stays leaves the slug as it is.
        updateTable(projectId, table, name !== table.name ? input : { description: input.description })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={m.fields.name} hint={m.fields.nameHint}>
        <Input required maxLength={62} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.fields.description}>
        <Input maxLength={1000} autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
    </ReviewedForm>
  )
}
