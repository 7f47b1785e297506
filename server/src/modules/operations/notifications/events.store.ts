// The SQL of platform events: table `platform.events`, which `platform/events/platform-events.ts` writes.
import type { Queryable } from '#platform/db/transaction.ts'
import { inBatches } from '#platform/work/batches.ts'

/** PlatformEvent is an event as clients see it. */
export interface PlatformEvent {
  readonly id: string
  readonly type: string
  readonly severity: 'info' | 'warning' | 'error'
  readonly organisation_id: string
  readonly project_id: string
  readonly project_name: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  readonly created_at: Date
}

/** EventReader is who reads: a dashboard session, which has to be alive. */
export interface EventReader {
  readonly account_id: string
  readonly session_id: string
  readonly now: Date
}

/** EventPage says which events: those behind one, in their order; those before one, or the latest, latest first. */
export type EventPage = { readonly limit: number } & (
  | { readonly after: string }
  | { readonly before: string | undefined }
)

// The session is part of the statement: a stream of one that has ended receives nothing more. One look into the index for
// each organisation, however much others have.
function listSql({
  shown,
  condition,
  descending,
}: {
  shown: string
  condition: string
  descending: boolean
}) {
  const order = descending ? 'desc' : 'asc'
  const bound = descending ? '($4::bigint is null or e.id < $4)' : 'e.id > $4'
  return `
select e.id::text, e.type, e.severity, e.organisation_id, e.project_id, e.project_name, e.message, e.data, e.created_at
  ${shown}
from platform.account_sessions s
join platform.organisation_members m on m.account_id = s.account_id
left join platform.notification_settings n on n.account_id = s.account_id
cross join lateral (
  select * from platform.events e
  where e.organisation_id = m.organisation_id and ${bound} ${condition}
  order by e.id ${order} limit $5) e
where s.id = $1 and s.account_id = $2 and s.revoked_at is null and s.expires_at > $3
order by e.id ${order} limit $5`
}

const READ = `e.id <= coalesce(n.read_up_to, 0)
  or exists (select from platform.notification_reads r where r.account_id = s.account_id and r.event_id = e.id)`
const KINDS = {
  event: { shown: '', condition: '' },
  notification: {
    shown: `, (${READ}) as read`,
    condition: 'and e.type <> all(coalesce(n.muted, array[]::text[]))',
  },
}

/** Notification is an event as one member sees it: they may have read it, and may have muted its type. */
export interface Notification extends PlatformEvent {
  readonly read: boolean
}

/** listEvents returns events, or notifications, of the organisations that the reader is a member of. */
export async function listEvents<Kind extends keyof typeof KINDS>(
  db: Queryable,
  kind: Kind,
  { account_id, session_id, now }: EventReader,
  page: EventPage,
): Promise<(Kind extends 'event' ? PlatformEvent : Notification)[]> {
  const descending = !('after' in page)
  const bound = 'after' in page ? page.after : (page.before ?? null)
  const values = [session_id, account_id, now, bound, page.limit]
  return (await db.query(listSql({ ...KINDS[kind], descending }), values)).rows
}

// A statement has a time limit, and holds its locks for as long as it runs.
const AT_ONCE = 10_000

/** deleteEventsBefore deletes the events from before a moment, until the server stops. */
export async function deleteEventsBefore(db: Queryable, moment: Date, stopping: AbortSignal): Promise<void> {
  await inBatches(stopping, AT_ONCE, async () => {
    const { rowCount } = await db.query(
      `delete from platform.events where id in (
         select id from platform.events where created_at < $1 order by id limit ${AT_ONCE})`,
      [moment],
    )
    return rowCount
  })
}
