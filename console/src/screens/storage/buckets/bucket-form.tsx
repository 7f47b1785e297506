// The form of a bucket, new or changed.
import { useQueryClient } from '@tanstack/react-query'
import type { Bucket } from '#api/client/schemas.ts'
import { bucketsQuery, createBucket, updateBucket } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'

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
  const { draft, dirty, change } = useDraft(() => ({
    name: bucket?.name ?? '',
    slug: bucket?.slug ?? '',
    is_public: bucket?.is_public ?? false,
    limit: bucket?.file_size_limit == null ? '' : String(bucket.file_size_limit / MB),
    types: bucket?.allowed_mime_types?.join('\n') ?? '',
  }))
  return (
    <FormDialog
      title={bucket === undefined ? m.createBucket : m.settingsOf(bucket.name)}
      action={bucket === undefined ? common.actions.create : m.save}
      dirty={dirty}
      onSave={() => {
        const types = draft.types.split(/[\s,]+/).filter((type) => type !== '')
        const body = {
          name: draft.name,
          is_public: draft.is_public,
          file_size_limit: draft.limit === '' ? null : Math.round(Number(draft.limit) * MB),
          allowed_mime_types: types.length === 0 ? null : types,
        }
        if (bucket !== undefined) return updateBucket(projectId, bucket.id, body)
        return createBucket(projectId, { ...body, ...(draft.slug === '' ? {} : { slug: draft.slug }) })
      }}
      onDone={({ name }) => {
        toast(m.saved(name))
        onClose()
        return client.invalidateQueries({ queryKey: bucketsQuery(projectId).queryKey })
      }}
      onClose={onClose}
    >
      <Field label={m.columns.name} name="name">
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
        <Field label={m.columns.slug} name="slug" hint={m.slugHint}>
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
      <Field label={m.limit} name="file_size_limit" hint={m.limitHint}>
        <Input
          type="number"
          min={0.001}
          step="any"
          value={draft.limit}
          onValueChange={(limit) => change({ limit })}
        />
      </Field>
      <Field label={m.types} name="allowed_mime_types" hint={m.typesHint}>
        <Textarea code value={draft.types} onValueChange={(types) => change({ types })} />
      </Field>
    </FormDialog>
  )
}
