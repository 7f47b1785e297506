// Alerts on their way to the integrations of a project: each is a job of its own, queued in the transaction of what it
// reports, so that one that is slow or fails delays no other.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { listListeners } from './integrations.store.ts'
import type { Alert } from './providers/alert.ts'
import { FUNCTION_FAILED, matches } from './providers/fields.ts'

/** ALERT_JOB is the name of the jobs. */
export const ALERT_JOB = 'integration-alert'
/** MAX_WAITING is how many alerts wait for one integration; those beyond are left out. */
export const MAX_WAITING = 1000

/** AlertJob is an alert for one integration; `invocation` is the one that threw, whose stack is in the function's log. */
export interface AlertJob {
  readonly project_id: string
  readonly integration_id: string
  readonly alert: Alert
  readonly invocation?: { readonly id: string; readonly function_id: string; readonly error: string }
}

/** NewAlert is an alert that is to be queued; `about` is an integration that must not get it, as it is about itself. */
export interface NewAlert extends Pick<AlertJob, 'alert' | 'invocation'> {
  readonly about?: string | null
}

// For the log of the function to be written: its node does that once a second.
const LOG_SECONDS = 5

/** queueAlerts queues alerts for the integrations that want them. */
export async function queueAlerts(
  { jobs, log }: Platform,
  db: pg.ClientBase,
  alerts: readonly NewAlert[],
): Promise<void> {
  const projectIds = [...new Set(alerts.map(({ alert }) => alert.project.id))]
  if (projectIds.length === 0) return
  const listeners = Map.groupBy(await listListeners(db, projectIds), (one) => one.project_id)
  for (const { alert, invocation, about } of alerts) {
    for (const { id, project_id, events } of listeners.get(alert.project.id) ?? []) {
      if (id === about || !matches(events, alert.type)) continue
      const job: AlertJob = { project_id, integration_id: id, alert, ...(invocation && { invocation }) }
      const options = invocation === undefined ? {} : { afterSeconds: LOG_SECONDS }
      // In turns by integration, not by project.
      await jobs.send(ALERT_JOB, job, db, id, options).catch((error: Error) => {
        if (!(error instanceof AppError)) throw error
        log.warn({ integration: id, type: alert.type }, 'an alert was left out: too many wait')
      })
    }
  }
}

/** FailedFunction is a function that has failed, some times since the last report. */
export interface FailedFunction {
  readonly project: { readonly id: string; readonly name: string }
  readonly function: { readonly id: string; readonly slug: string }
  readonly failures: number
  readonly since: Date
  readonly latest: Readonly<Record<string, unknown>>
}

/** functionAlert makes the alert of a function that has failed. */
export function functionAlert({ project, ...failed }: FailedFunction, at: Date): NewAlert {
  const { function: fn, failures, latest } = failed
  const times = failures === 1 ? '' : ` ${failures} times`
  const { error, invocation_id } = latest
  const reason = typeof error === 'string' ? error : `status ${latest.status}`
  const alert: Alert = {
    id: randomUUID(),
    type: FUNCTION_FAILED,
    severity: 'error',
    project,
    message: `The function ${fn.slug} has failed${times}: ${reason}`,
    data: failed,
    created_at: at.toISOString(),
  }
  if (typeof error !== 'string' || typeof invocation_id !== 'string') return { alert }
  return { alert, invocation: { id: invocation_id, function_id: fn.id, error } }
}
