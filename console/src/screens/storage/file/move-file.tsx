// A file under another name or in another bucket, moved or copied.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bucket, StorageObject } from '#api/client/schemas.ts'
import { bucketsQuery, copyFile, moveFile, storageKey } from '#api/services/storage.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'

/** MoveFile asks for the new name and bucket. */
export function MoveFile({
  projectId,
  bucket,
  file,
  act,
  onClose,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly file: StorageObject
  readonly act: 'move' | 'copy'
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { data: buckets = [bucket] } = useQuery(bucketsQuery(projectId))
  const [name, setName] = useState(file.name)
  const [target, setTarget] = useState(bucket.slug)
  const isSame = name === file.name && target === file.bucket
  return (
    <FormDialog
      title={act === 'move' ? m.move : m.copy}
      action={act === 'move' ? m.move : m.copy}
      ready={!isSame}
      dirty={!isSame}
      onSave={() => {
        const body = { name, bucket_id: target }
        return act === 'move' ? moveFile(projectId, file.id, body) : copyFile(projectId, file.id, body)
      }}
      onDone={(stored) => {
        toast(act === 'move' ? m.moved(stored.name) : m.copied(stored.name))
        onClose()
        return client.invalidateQueries({ queryKey: storageKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.fullName} hint={m.nameHint} name="name">
        <Input required maxLength={1024} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.bucket}>
        <Select
          choices={buckets.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={target}
          onChange={setTarget}
        />
      </Field>
    </FormDialog>
  )
}
