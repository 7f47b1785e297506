// The SQL that deletes from the request log: table `platform.request_logs`, which can be large after a flood.
import { type RawBuilder, sql } from 'kysely'
import type { ControlPlane } from '#platform/db/control-plane.ts'

// In batches: a statement has a time limit, and holds its locks for as long as it runs.
const AT_ONCE = 10_000

/** deleteBefore deletes entries older than a moment, of all projects. */
export function deleteBefore(db: ControlPlane, moment: Date): Promise<void> {
  return deleteWhere(db, sql`created_at < ${moment}`)
}

/** deleteOfProject deletes all entries of a project. */
export function deleteOfProject(db: ControlPlane, projectId: string): Promise<void> {
  return deleteWhere(db, sql`project_id = ${projectId}`)
}

async function deleteWhere(db: ControlPlane, condition: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from platform.request_logs where ctid = any(array(
        select ctid from platform.request_logs where ${condition} limit ${AT_ONCE}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return
  }
}
