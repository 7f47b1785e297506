// The end of a cron job, after its name has been typed.
import { useQueryClient } from '@tanstack/react-query'
import type { CronJob } from '#api/client/schemas.ts'
import { cronKey, deleteCronJob } from '#api/services/cron.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { messages } from './messages.ts'

/** DeleteJob asks before a job ends with its history. */
export function DeleteJob({
  projectId,
  job,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly job: CronJob
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={m.deleteTitle(job.name)}
      about={m.deleteHint}
      action={m.delete}
      name={job.name}
      done={m.deleted(job.name)}
      onConfirm={() => deleteCronJob(projectId, job.id)}
      onDone={() => {
        onDone()
        return client.invalidateQueries({ queryKey: [...cronKey(projectId), 'list'] })
      }}
      onClose={onClose}
    />
  )
}
