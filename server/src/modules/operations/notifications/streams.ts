// The streams of events and notifications: server-sent events, resumed by `Last-Event-ID`.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DashboardSessions } from '#modules/tenancy/accounts/accounts.service.ts'
import { unauthorized } from '#platform/errors/app-error.ts'
import type { Followers } from '#platform/http/answers/followers.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { listEvents } from './events.store.ts'

const AT_ONCE = 200
const CHECK_MS = 25_000

/** StreamParts are what streams stand on. */
export interface StreamParts {
  readonly platform: Platform
  readonly followers: Followers
  readonly sessions: DashboardSessions
}

/** openStream begins a stream, which ends with the session of its reader. */
export async function openStream(
  { platform, followers, sessions }: StreamParts,
  kind: 'event' | 'notification',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { account_id, session_id } = accountOf(request)
  const { clusters, clock } = platform
  let checkAt = 0
  const read = async (after: string | undefined) => {
    // The statement below knows as well: this only ends the stream.
    if (performance.now() >= checkAt) {
      if ((await sessions.find(session_id)) === undefined) throw unauthorized('The session has ended.')
      checkAt = performance.now() + CHECK_MS
    }
    const page = after === undefined ? { limit: 1, before: undefined } : { limit: AT_ONCE, after }
    const rows = await listEvents(
      clusters.main.admin,
      kind,
      { account_id, session_id, now: clock.now() },
      page,
    )
    return rows.map((row) => ({ id: row.id, data: row }))
  }
  await followers.open(request, reply, { projectId: account_id, event: kind, read })
}
