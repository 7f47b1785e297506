// The SQL of deletions: the status of `platform.projects`, from active over deleting to purging, and the end of the row.
import type { ControlPlane } from '#platform/db/control-plane.ts'

/** DeletedProject is a project, as far as its deletion needs it. */
export interface DeletedProject {
  readonly id: string
  readonly organisation_id: string
  readonly name: string
  readonly cluster: string
}

const COLUMNS = ['id', 'organisation_id', 'name', 'cluster'] as const

/** markDeleting takes a project out of service; returns false where it is not active any more. */
export async function markDeleting(db: ControlPlane, id: string, deleteAt: Date): Promise<boolean> {
  const marked = await db
    .updateTable('projects')
    .set({ status: 'deleting', delete_at: deleteAt })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** findInAnyState returns a project, whether or not it is being deleted. */
export function findInAnyState(db: ControlPlane, id: string): Promise<DeletedProject | undefined> {
  return db.selectFrom('projects').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** restore puts a project back into service; returns false where its deletion has begun meanwhile. */
export async function restore(db: ControlPlane, id: string, now: Date): Promise<boolean> {
  const restored = await db
    .updateTable('projects')
    .set({ status: 'active', delete_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'deleting')
    .where('delete_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return restored !== undefined
}

/** beginPurge makes a deletion final and returns the project; undefined where it is not due, was restored or is gone. */
export function beginPurge(db: ControlPlane, id: string, now: Date): Promise<DeletedProject | undefined> {
  return db
    .updateTable('projects')
    .set({ status: 'purging' })
    .where('id', '=', id)
    .where('status', '!=', 'active')
    .where('delete_at', '<=', now)
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** noteProgress stores how many steps of a deletion are done. */
export async function noteProgress(db: ControlPlane, id: string, done: number): Promise<void> {
  await db.updateTable('projects').set({ deletion_steps_done: done }).where('id', '=', id).execute()
}

/** lockDue returns some projects that are due, and keeps other nodes from them until the transaction ends. */
export function lockDue(db: ControlPlane, now: Date, most: number): Promise<DeletedProject[]> {
  return db
    .selectFrom('projects')
    .select(COLUMNS)
    .where('delete_at', '<=', now)
    .orderBy('delete_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** deleteProject deletes the row of a project of which nothing else is left. */
export async function deleteProject(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute()
}
