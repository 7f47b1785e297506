// The outbox of development: messages are kept in memory and logged instead of sent.
import { NIL_UUID } from '#engine/shapes/uuid.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Log } from '#platform/log/log.ts'
import type { Messages, OutboxEntry } from './messages.ts'

const MAX_PROJECTS = 1000
const MAX_KEPT = 100

/** createOutbox returns drivers that keep messages and send nothing. */
export function createOutbox(clock: Clock, log: Log): Messages {
  const kept = recentlyUsed<readonly OutboxEntry[]>(MAX_PROJECTS)
  const keep = (projectId: string, message: Omit<OutboxEntry, 'created_at'>): undefined => {
    const entry = { ...message, created_at: clock.now() }
    kept.set(projectId, [entry, ...(kept.get(projectId) ?? [])].slice(0, MAX_KEPT))
    log.info(
      { project_id: projectId, channel: message.channel, to: message.to, ...shown(projectId, message) },
      'kept a message in the outbox',
    )
  }
  return {
    mail: {
      send: async ({ project_id, to, subject, text, html = null }) =>
        keep(project_id, { channel: 'mail', to, subject, text, html }),
    },
    sms: {
      send: async ({ project_id, to, text }) =>
        keep(project_id, { channel: 'sms', to, subject: null, text, html: null }),
    },
    outbox: (projectId) => kept.get(projectId) ?? [],
    close: () => undefined,
  }
}

// Mail to dashboard accounts, codes included, is of no project: only the log can show it to a developer who has forgotten a
// password.
function shown(projectId: string, { text }: { readonly text: string }): { readonly text?: string } {
  return projectId === NIL_UUID ? { text } : {}
}

/** NO_MESSAGES has no drivers. */
export const NO_MESSAGES: Messages = {
  mail: undefined,
  sms: undefined,
  outbox: undefined,
  close: () => undefined,
}
