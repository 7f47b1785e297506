// Files and folders deleted together, and the way back.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import type { Bucket, StorageObject } from '#api/client/schemas.ts'
import { deleteFile, filesInFolder, filesKey, restoreFile, storageKey } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toastError } from '#ui/overlays/toast.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'

const AT_ONCE = 4

// Calls `work` with each item, a few at a time; the first failure ends it.
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const run = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

/** DeleteFiles says how many files go, and deletes them. Names of folders end in a slash. */
export function DeleteFiles({
  projectId,
  bucket,
  names,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly bucket: Bucket
  readonly names: readonly string[]
  readonly onDone: (deleted: readonly StorageObject[]) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const client = useQueryClient()
  const files = useQuery({
    queryKey: [...storageKey(projectId), 'to-delete', bucket.slug, names],
    queryFn: async () => {
      const found: StorageObject[] = []
      for (const name of names) {
        const all = await filesInFolder(projectId, bucket.slug, name)
        found.push(...all.filter((file) => name.endsWith('/') || file.name === name))
      }
      return found
    },
    gcTime: 0,
    staleTime: 0,
  })
  const count = files.data?.length ?? 0
  return (
    <ConfirmDialog
      title={m.deleteFilesTitle(count, plural)}
      about={m.deleteFilesHint}
      action={m.delete}
      ready={count > 0}
      onConfirm={async () => {
        try {
          await each(files.data ?? [], ({ id }) => deleteFile(projectId, id))
        } finally {
          // Where one has failed, others are gone.
          await client.invalidateQueries({ queryKey: filesKey(projectId) })
        }
      }}
      onDone={() => onDone(files.data ?? [])}
      onClose={onClose}
    >
      {files.isPending ? <Skeleton /> : null}
      {files.isError ? <ErrorState error={files.error} onRetry={files.refetch} /> : null}
      <ul className={classes.doomed}>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** DeletedNotice offers to take the latest deletion back. */
export function DeletedNotice({
  projectId,
  deleted,
  onDone,
}: {
  readonly projectId: string
  readonly deleted: readonly StorageObject[]
  readonly onDone: () => void
}) {
  const m = useMessages(messages)
  const { common, plural } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => each(deleted, ({ id }) => restoreFile(projectId, id)),
    onSuccess: onDone,
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: filesKey(projectId) }),
  })
  if (deleted.length === 0) return null
  return (
    <div className={classes.notice} role="status">
      <span>{m.filesDeleted(deleted.length, plural)}</span>
      <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
        <Undo2 aria-hidden />
        {m.undo}
      </Button>
      <Button kind="quiet" size="icon" aria-label={common.actions.close} onClick={onDone}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
