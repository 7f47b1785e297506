// The job that sends an alert by one integration.
import { findThrown } from '#modules/automation/functions/log/function-errors.service.ts'
import { findProjectSeal } from '#modules/automation/secrets/project-seal.service.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import { ALERT_JOB, type AlertJob, MAX_WAITING } from './alerts.service.ts'
import { openConfig } from './integration-config.ts'
import { findIntegration } from './integrations.store.ts'
import { recordingOutcome } from './outcomes.ts'
import { providerFor } from './providers/providers.ts'

// After 5 seconds, then with doubled delays: for about an hour and a half.
const RETRIES = 10
const AT_ONCE = 50

/** alertDelivery returns the job. An integration sends one alert at a time. */
export function alertDelivery(platform: Platform): JobDefinition<AlertJob> {
  const { admin } = platform.clusters.main
  return {
    name: ALERT_JOB,
    retries: RETRIES,
    atOnce: AT_ONCE,
    perProject: 1,
    maxQueued: MAX_WAITING,
    async run({ project_id, integration_id, alert, invocation }) {
      const row = await findIntegration(admin, project_id, integration_id)
      const seal = row?.enabled ? await findProjectSeal(platform, admin, project_id) : undefined
      // It was disabled or deleted meanwhile.
      if (row === undefined || seal === undefined) return
      const provider = providerFor(row.provider, 'alert')
      const config = openConfig(seal, row)
      const thrown = invocation && (await findThrown(admin, invocation))
      const message = { ...alert, ...(thrown !== undefined && { thrown }) }
      try {
        await recordingOutcome(platform, row.id, () => provider.send(platform, config, message))
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error
        // Not retried: it would be refused again.
        platform.log.warn({ err: error, project_id, integration: row.id }, 'an alert was refused')
      }
    },
  }
}
