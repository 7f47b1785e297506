// What is done to a job at once, without a form.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cronKey, runCronJob, setCronJobEnabled } from '#api/cron.ts'
import type { CronJob } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { toast, toastError } from '#ui/toast.tsx'

/** useJobActs returns what runs a job now, and what stops its schedule or lets it go on. */
export function useJobActs(projectId: string) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: cronKey(projectId) })
  const run = useMutation({
    mutationFn: (job: CronJob) => runCronJob(projectId, job.id),
    onSuccess: (_run, { name }) => {
      toast(m.cron.started(name))
      return refresh()
    },
    onError: toastError,
  })
  const enable = useMutation({
    mutationFn: (job: CronJob) => setCronJobEnabled(projectId, job.id, !job.enabled),
    onSuccess: ({ name, enabled }) => {
      toast(enabled ? m.cron.resumed(name) : m.cron.paused(name))
      return refresh()
    },
    onError: toastError,
  })
  return {
    run: (job: CronJob) => run.mutate(job),
    toggle: (job: CronJob) => enable.mutate(job),
    isBusy: run.isPending || enable.isPending,
  }
}
