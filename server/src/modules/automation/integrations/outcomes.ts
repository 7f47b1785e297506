// What became of messages: integrations that keep failing are reported, and those for alerts are disabled in the end. One
// that sends mail or SMS is not: messages would go by the gateway of the server without a word.
import { transaction } from '#platform/db/transaction.ts'
import { notify } from '#platform/events/platform-events.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './outcomes.store.ts'

/** IN_A_ROW is after how many failed attempts without one success an integration is reported as failing. */
export const IN_A_ROW = 5
/** REFUSED_IN_A_ROW is after how many an integration for alerts is disabled, where the last one was refused for good. */
export const REFUSED_IN_A_ROW = 10

const GIVE_UP_MS = 3 * 86_400_000
const QUIET_SECONDS = 6 * 3600

/** recordingOutcome does the work of sending by an integration, and records whether that went well. */
export async function recordingOutcome<T>(
  platform: Platform,
  integrationId: string,
  send: () => Promise<T>,
): Promise<T> {
  const { admin } = platform.clusters.main
  try {
    const result = await send()
    await store.noteSuccess(admin, integrationId)
    return result
  } catch (error) {
    await recordFailure(platform, integrationId, error as Error)
    throw error
  }
}

async function recordFailure(platform: Platform, integrationId: string, error: Error): Promise<void> {
  const at = platform.clock.now()
  await transaction(platform.clusters.main.admin, async (db) => {
    const failing = await store.noteFailure(db, integrationId, error.message, at)
    if (failing === undefined) return
    const { id, project_id: projectId, name, failures, failing_since } = failing
    const about = { projectId, subject: id, data: { integration_id: id, error: error.message } }
    if (isGivenUp(failing, error, at)) {
      const reason = `It has failed since ${failing_since.toISOString()}: ${error.message}`
      await store.disable(db, id, reason, at)
      const message = `The integration ${name} was disabled. ${reason}`
      await notify(platform, db, { ...about, type: 'integration.disabled', message })
    } else if (failures % IN_A_ROW === 0) {
      const message = `The integration ${name} has failed ${failures} times in a row.`
      await notify(platform, db, {
        ...about,
        type: 'integration.failing',
        message,
        quietSeconds: QUIET_SECONDS,
      })
    }
  })
}

function isGivenUp(
  { kind, failures, failing_since }: store.FailingIntegration,
  error: Error,
  at: Date,
): boolean {
  if (kind !== 'alert') return false
  if (error instanceof MessageRefused && failures >= REFUSED_IN_A_ROW) return true
  return at.getTime() - failing_since.getTime() >= GIVE_UP_MS
}
