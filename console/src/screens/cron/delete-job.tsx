// The end of a cron job, after its name has been typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cronKey, deleteCronJob } from '#api/cron.ts'
import type { CronJob } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => deleteCronJob(projectId, job.id),
    onSuccess: async () => {
      toast(m.cron.deleted(job.name))
      onDone()
      await client.invalidateQueries({ queryKey: [...cronKey(projectId), 'list'] })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.cron.deleteTitle(job.name)}
      about={m.cron.deleteHint}
      action={m.cron.delete}
      name={job.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
