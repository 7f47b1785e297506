// The form of a bucket, new or changed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bucket } from '#api/client/schemas.ts'
import { bucketsQuery, createBucket, updateBucket } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import classes from './storage.module.css'

const MB = 1_000_000

/** BucketForm creates a bucket, or changes `bucket`. */
export function BucketForm({
  projectId,
  bucket,
  onClose,
}: {
  readonly projectId: string
  readonly bucket?: Bucket
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const [isTouched, setTouched] = useState(false)
  const [draft, setDraft] = useState({
    name: bucket?.name ?? '',
    slug: bucket?.slug ?? '',
    is_public: bucket?.is_public ?? false,
    limit: bucket?.file_size_limit == null ? '' : String(bucket.file_size_limit / MB),
    types: bucket?.allowed_mime_types?.join('\n') ?? '',
  })
  const change = (part: Partial<typeof draft>) => {
    setTouched(true)
    setDraft((now) => ({ ...now, ...part }))
  }
  const attempt = useMutation({
    mutationFn: () => {
      const types = draft.types.split(/[\s,]+/).filter((type) => type !== '')
      const body = {
        name: draft.name,
        is_public: draft.is_public,
        file_size_limit: draft.limit === '' ? null : Math.round(Number(draft.limit) * MB),
        allowed_mime_types: types.length === 0 ? null : types,
      }
      if (bucket !== undefined) return updateBucket(projectId, bucket.id, body)
      return createBucket(projectId, { ...body, ...(draft.slug === '' ? {} : { slug: draft.slug }) })
    },
    onSuccess: async ({ name }) => {
      toast(m.saved(name))
      onClose()
      await client.invalidateQueries({ queryKey: bucketsQuery(projectId).queryKey })
    },
  })
  return (
    <FormDialog
      title={bucket === undefined ? m.createBucket : m.settingsOf(bucket.name)}
      action={bucket === undefined ? common.actions.create : m.save}
      dirty={isTouched && !attempt.isPending && !attempt.isSuccess}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {attempt.error === null ? null : (
        <p role="alert" className={classes.failure}>
          {attempt.error.message}
        </p>
      )}
      <Field label={m.columns.name}>
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      {bucket === undefined ? (
        <Field label={m.columns.slug} hint={m.slugHint}>
          <Input
            maxLength={63}
            autoComplete="off"
            value={draft.slug}
            onValueChange={(slug) => change({ slug })}
          />
        </Field>
      ) : null}
      <Checkbox
        label={m.isPublic}
        hint={m.isPublicHint}
        checked={draft.is_public}
        onChange={(is_public) => change({ is_public })}
      />
      <Field label={m.limit} hint={m.limitHint}>
        <Input
          type="number"
          min={0.001}
          step="any"
          value={draft.limit}
          onValueChange={(limit) => change({ limit })}
        />
      </Field>
      <Field label={m.types} hint={m.typesHint}>
        <Textarea code value={draft.types} onValueChange={(types) => change({ types })} />
      </Field>
    </FormDialog>
  )
}
