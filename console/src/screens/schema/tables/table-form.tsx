// The form of a table: its name and what it is for.
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { createTable, updateTable } from '#api/data/schema.ts'
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

/** TableForm makes a table, or changes `table`. */
export function TableForm({ projectId, table, onDone, onClose }: FormProps & { readonly table?: Table }) {
  const m = useMessages(messages)
  const [name, setName] = useState(table?.name ?? '')
  const [description, setDescription] = useState(table?.description ?? '')
  const title = table === undefined ? m.newTable : m.changeTable(table.name)
  const action = table === undefined ? m.newTable : m.change
  const input = { name, description: description.trim() === '' ? null : description }
  const renamed = table === undefined || name !== table.name
  return (
    <ReviewedForm
      title={title}
      action={action}
      dirty={name !== (table?.name ?? '') || description !== (table?.description ?? '')}
      act={() =>
        table === undefined
          ? createTable(projectId, input)
          : // A name that stays leaves the slug as it is.
            updateTable(projectId, table, renamed ? input : { description: input.description })
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
