// How other modules send mail and SMS of a project by its own integration.
import { findProjectSeal } from '#modules/automation/secrets/project-seal.service.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { openConfig } from './integration-config.ts'
import { findSender } from './integrations.store.ts'
import { recordingOutcome } from './outcomes.ts'
import type { Sendable } from './providers/provider.ts'
import { providerFor } from './providers/providers.ts'

/** SENDERS_CHANGED is the topic on which nodes learn that a project's integrations have changed; ids are project ids. */
export const SENDERS_CHANGED = topic('integrations')

const MAX_KNOWN = 10_000

/** Channel is what is sent to end users. */
export type Channel = 'mail' | 'sms'

/** Senders sends by the integrations of projects. */
export interface Senders {
  /** has reports whether a project has an enabled integration for a channel. */
  has(projectId: string, channel: Channel): Promise<boolean>
  /**
   * send sends a message by the project's integration, and returns false where it has none. It throws as drivers do:
   * MessageRefused if a retry cannot help. There is no other way for the message meanwhile.
   */
  send<C extends Channel>(channel: C, message: Sendable[C]): Promise<boolean>
}

/** createSenders makes it; which projects have integrations is remembered until that changes. */
export function createSenders(platform: Platform): Senders {
  const { admin } = platform.clusters.main
  const load = async (projectId: string): Promise<Record<Channel, boolean>> => ({
    mail: (await findSender(admin, projectId, 'mail')) !== undefined,
    sms: (await findSender(admin, projectId, 'sms')) !== undefined,
  })
  const known = new LookupCache<Record<Channel, boolean>>(platform.clock, MAX_KNOWN, load)
  platform.invalidations.on(SENDERS_CHANGED, (id) => known.forget(id))
  return {
    has: async (projectId, channel) => (await known.find(projectId))?.[channel] === true,
    async send(channel, message) {
      const row = await findSender(admin, message.project_id, channel)
      const seal = row && (await findProjectSeal(platform, admin, message.project_id))
      if (row === undefined || seal === undefined) return false
      const config = openConfig(seal, row)
      const provider = providerFor(row.provider, channel)
      await recordingOutcome(platform, row.id, () => provider.send(platform, config, message))
      return true
    },
  }
}
