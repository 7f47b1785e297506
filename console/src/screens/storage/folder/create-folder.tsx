// The form for a new folder.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bucket } from '#api/client/schemas.ts'
import { createFolder, filesKey } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={m.createFolder}
      action={common.actions.create}
      dirty={name !== ''}
      onSave={() => createFolder(projectId, bucket.id, `${folder}${name}`)}
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: filesKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.columns.name} hint={m.folderHint} name="name">
        <Input required maxLength={500} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
