// Files and folders moved or copied together, into another folder or bucket.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bucketsQuery, copyFile, filesKey, moveFile } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { BatchDialog } from '#ui/batch/batch-dialog.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { type ChosenProps, useChosenFiles } from './chosen-files.ts'

/** MoveFiles asks for the bucket and the folder; what is in a folder stays in it. */
export function MoveFiles({
  act,
  folder,
  onDone,
  onClose,
  ...chosen
}: ChosenProps & {
  readonly act: 'move' | 'copy'
  /** folder is the one in which the files were chosen. */
  readonly folder: string
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const client = useQueryClient()
  const { projectId, bucket } = chosen
  const { data: buckets = [bucket] } = useQuery(bucketsQuery(projectId))
  const files = useChosenFiles(chosen)
  const found = files.data ?? []
  const { draft, change } = useDraft(() => ({ bucket: bucket.slug, folder }))
  const typed = draft.folder.trim().replace(/^\/+/, '')
  const target = typed === '' || typed.endsWith('/') ? typed : `${typed}/`
  const isSame = target === folder && draft.bucket === bucket.slug
  const run = act === 'move' ? moveFile : copyFile
  return (
    <BatchDialog
      title={(act === 'move' ? m.moveMany : m.copyMany)(found.length, plural)}
      about={m.moveManyHint}
      action={act === 'move' ? m.moveAction : m.copy}
      ready={found.length > 0 && !isSame}
      items={found}
      nameOf={({ name }) => name}
      work={({ id, name }) =>
        run(projectId, id, { name: `${target}${name.slice(folder.length)}`, bucket_id: draft.bucket })
      }
      onEnd={async (done, isWhole) => {
        if (done.length > 0) toast((act === 'move' ? m.movedMany : m.copiedMany)(done.length, plural))
        if (isWhole) onDone()
        await client.invalidateQueries({ queryKey: filesKey(projectId) })
      }}
      onClose={onClose}
    >
      {files.isPending ? <Skeleton /> : null}
      {files.isError ? <ErrorState error={files.error} onRetry={files.refetch} /> : null}
      <Field label={m.bucket}>
        <Select
          choices={buckets.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={draft.bucket}
          onChange={(bucket) => change({ bucket })}
        />
      </Field>
      <Field label={m.targetFolder} hint={m.targetFolderHint}>
        <Input
          maxLength={1000}
          autoComplete="off"
          value={draft.folder}
          onValueChange={(folder) => change({ folder })}
        />
      </Field>
    </BatchDialog>
  )
}
