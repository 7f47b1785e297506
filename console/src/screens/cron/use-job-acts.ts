// What is done to a job at once, without a form.
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import type { CronJob } from '#api/client/schemas.ts'
import { cronKey, runCronJob, setCronJobEnabled } from '#api/services/cron.ts'
import { useMessages } from '#i18n/language.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** useJobActs returns what runs a job now, and what stops its schedule or lets it go on. */
export function useJobActs(projectId: string) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: cronKey(projectId) })
  const run = useAct(({ name }) => `${m.run}: ${name}`, {
    mutationFn: (job: CronJob) => runCronJob(projectId, job.id),
    onSuccess: (_run, { name }) => {
      toast(m.started(name))
      return refresh()
    },
  })
  const enable = useAct(({ name, enabled }) => `${enabled ? m.pause : m.resume}: ${name}`, {
    mutationFn: (job: CronJob) => setCronJobEnabled(projectId, job.id, !job.enabled),
    onSuccess: ({ name, enabled }) => {
      toast(enabled ? m.resumed(name) : m.paused(name))
      return refresh()
    },
  })
  return {
    run: (job: CronJob) => run.mutate(job),
    toggle: (job: CronJob) => enable.mutate(job),
    isBusy: run.isPending || enable.isPending,
  }
}
