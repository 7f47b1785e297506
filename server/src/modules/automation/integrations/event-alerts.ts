// Platform events become alerts: read behind a durable cursor, which moves on in the transaction that queues them. Ids of
// events become visible in their order, so that none is missed.
import { randomUUID } from 'node:crypto'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type NewAlert, queueAlerts } from './alerts.service.ts'
import type { Alert } from './providers/alert.ts'

const AT_ONCE = 200
const ABOUT_INTEGRATIONS = 'integration.'

/** queueEventAlerts queues the alerts of all events that have happened since the last call, on any node. */
export async function queueEventAlerts(platform: Platform): Promise<void> {
  const { admin } = platform.clusters.main
  while (await isBehind(admin)) {
    await transaction(admin, async (db) => {
      const events = await takeEvents(db)
      await queueAlerts(platform, db, events.map(alertOf))
    })
  }
}

interface EventRow extends Pick<Alert, 'type' | 'severity' | 'message' | 'data'> {
  readonly id: string
  readonly project_id: string
  readonly project_name: string
  readonly subject: string | null
  readonly created_at: Date
}

async function isBehind(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ behind: boolean }>(
    `select exists (select from platform.events e, platform.alert_cursor c where e.id > c.event_id) as behind`,
  )
  return rows[0]?.behind === true
}

async function takeEvents(db: Queryable): Promise<EventRow[]> {
  // Nodes take turns.
  const cursor = await db.query<{ event_id: string }>('select event_id from platform.alert_cursor for update')
  const { rows } = await db.query<EventRow>(
    `select id::text, project_id, project_name, type, severity, subject, message, data, created_at
     from platform.events where id > $1 order by events.id limit $2`,
    [cursor.rows[0]?.event_id, AT_ONCE],
  )
  const last = rows.at(-1)
  if (last !== undefined) await db.query('update platform.alert_cursor set event_id = $1', [last.id])
  return rows
}

function alertOf({ project_id, project_name, subject, created_at, id: _, ...event }: EventRow): NewAlert {
  const project = { id: project_id, name: project_name }
  const alert: Alert = { ...event, id: randomUUID(), project, created_at: created_at.toISOString() }
  // An integration that fails is not told so by itself.
  return { alert, about: event.type.startsWith(ABOUT_INTEGRATIONS) ? subject : null }
}
