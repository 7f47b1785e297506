// Files and folders deleted together, and the way back.
import { useQueryClient } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { useRef } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { StorageObject } from '#api/client/schemas.ts'
import { deleteFile, filesKey, restoreFile } from '#api/services/storage.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { BatchDialog } from '#ui/batch/batch-dialog.tsx'
import { useBatch } from '#ui/batch/use-batch.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { type ChosenProps, useChosenFiles } from './chosen-files.ts'

/** DeleteFiles says how many files go, and deletes them; `onDone` gets those that are gone, and whether none has failed. */
export function DeleteFiles({
  onDone,
  onClose,
  ...chosen
}: ChosenProps & {
  readonly onDone: (deleted: readonly StorageObject[], isWhole: boolean) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const client = useQueryClient()
  const { projectId, names } = chosen
  const files = useChosenFiles(chosen)
  const gone = useRef<readonly StorageObject[]>([])
  const found = files.data ?? []
  return (
    <BatchDialog
      title={m.deleteFilesTitle(found.length, plural)}
      about={m.deleteFilesHint}
      action={m.delete}
      danger
      ready={found.length > 0}
      items={found}
      nameOf={({ name }) => name}
      work={({ id }) => deleteFile(projectId, id)}
      onEnd={async (done, isWhole) => {
        // A second try comes on top of the first.
        gone.current = [...gone.current, ...done]
        onDone(gone.current, isWhole)
        await client.invalidateQueries({ queryKey: filesKey(projectId) })
      }}
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
    </BatchDialog>
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
  const { run } = useBatch<StorageObject>(({ id }) => restoreFile(projectId, id))
  const attempt = useAct(m.undo, {
    mutationFn: async () => {
      const [failure] = (await run(deleted)).failures
      if (failure !== undefined) throw new Error(`${failure.item.name}: ${failure.message}`)
    },
    onSuccess: onDone,
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
