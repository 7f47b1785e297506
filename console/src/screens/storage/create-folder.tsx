// The form for a new folder.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bucket } from '#api/schemas.ts'
import { createFolder, filesKey } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

/** CreateFolder makes an empty folder in the folder that is open. */
export function CreateFolder({
  projectId,
  bucket,
  folder,
  onClose,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly folder: string
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const attempt = useMutation({
    mutationFn: () => createFolder(projectId, bucket.id, `${folder}${name}`),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: filesKey(projectId) })
    },
  })
  return (
    <FormDialog
      title={m.storage.createFolder}
      action={m.common.actions.create}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.storage.columns.name} hint={m.storage.folderHint} error={attempt.error?.message}>
        <Input required maxLength={500} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
