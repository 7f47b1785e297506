// A file under another name or in another bucket, moved or copied.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bucket, StorageObject } from '#api/schemas.ts'
import { bucketsQuery, copyFile, moveFile, storageKey } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const { data: buckets = [bucket] } = useQuery(bucketsQuery(projectId))
  const [name, setName] = useState(file.name)
  const [target, setTarget] = useState(bucket.slug)
  const attempt = useMutation({
    mutationFn: () => {
      const body = { name, bucket_id: target }
      return act === 'move' ? moveFile(projectId, file.id, body) : copyFile(projectId, file.id, body)
    },
    onSuccess: async (stored) => {
      toast(act === 'move' ? m.storage.moved(stored.name) : m.storage.copied(stored.name))
      onClose()
      await client.invalidateQueries({ queryKey: storageKey(projectId) })
    },
  })
  const isSame = name === file.name && target === file.bucket
  return (
    <FormDialog
      title={act === 'move' ? m.storage.move : m.storage.copy}
      action={act === 'move' ? m.storage.move : m.storage.copy}
      ready={!isSame}
      dirty={!isSame && !attempt.isPending && !attempt.isSuccess}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.storage.fullName} hint={m.storage.nameHint} error={attempt.error?.message}>
        <Input required maxLength={1024} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.storage.bucket}>
        <Select
          choices={buckets.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={target}
          onChange={setTarget}
        />
      </Field>
    </FormDialog>
  )
}
