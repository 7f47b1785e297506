// The name of a query that is kept.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { savedQueriesQuery, saveQuery } from '#api/sql.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'

/** SaveQuery keeps SQL for all who may run queries of the project. */
export function SaveQuery({
  projectId,
  sql,
  onClose,
}: {
  readonly projectId: string
  readonly sql: string
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const attempt = useMutation({
    mutationFn: () => saveQuery(projectId, name, sql),
    onSuccess: async () => {
      toast(m.sql.saved(name))
      onClose()
      await client.invalidateQueries({ queryKey: savedQueriesQuery(projectId).queryKey })
    },
  })
  return (
    <FormDialog
      title={m.sql.save}
      about={m.sql.saveHint}
      action={m.sql.save}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.sql.name} error={attempt.error?.message}>
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
