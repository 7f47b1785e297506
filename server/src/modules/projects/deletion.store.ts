// The SQL of deletions: the status of `platform.projects`, from active over deleting to purging, and the end of the row.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { PROJECT_COLUMNS } from './projects.store.ts'

/** DeletedProject is a project, as far as its deletion needs it. */
export interface DeletedProject {
  readonly id: string
  readonly organisation_id: string
  readonly name: string
  readonly cluster: string
}

const COLUMNS = 'id, organisation_id, name, cluster'

/** markDeleting takes a project out of service; returns false where it is not active any more. */
export async function markDeleting(db: Queryable, id: string, deleteAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update platform.projects set status = 'deleting', delete_at = $2 where id = $1 and status = 'active'`,
    [id, deleteAt],
  )
  return rowCount === 1
}

/** findInAnyState returns a project, whether or not it is being deleted. */
export async function findInAnyState(db: Queryable, id: string): Promise<DeletedProject | undefined> {
  const sql = `select ${COLUMNS} from platform.projects where id = $1`
  return (await db.query<DeletedProject>(sql, [id])).rows[0]
}

/** restore puts a project back into service and returns it; undefined where its deletion has begun meanwhile. */
export async function restore(
  db: Queryable,
  id: string,
  now: Date,
): Promise<Omit<ProjectRecord, 'account_id'> | undefined> {
  const { rows } = await db.query<Omit<ProjectRecord, 'account_id'>>(
    `update platform.projects set status = 'active', delete_at = null, updated_at = $2
     where id = $1 and status = 'deleting' and delete_at > $2 returning ${PROJECT_COLUMNS}`,
    [id, now],
  )
  return rows[0]
}

/** beginPurge makes a deletion final and returns the project; undefined where it is not due, was restored or is gone. */
export async function beginPurge(db: Queryable, id: string, now: Date): Promise<DeletedProject | undefined> {
  const { rows } = await db.query<DeletedProject>(
    `update platform.projects set status = 'purging' where id = $1 and status <> 'active' and delete_at <= $2
     returning ${COLUMNS}`,
    [id, now],
  )
  return rows[0]
}

/** noteProgress stores how many steps of a deletion are done. */
export async function noteProgress(db: Queryable, id: string, done: number): Promise<void> {
  await db.query('update platform.projects set deletion_steps_done = $2 where id = $1', [id, done])
}

/** lockDue returns some projects that are due, and keeps other nodes from them until the transaction ends. */
export async function lockDue(db: Queryable, now: Date, most: number): Promise<DeletedProject[]> {
  const { rows } = await db.query<DeletedProject>(
    `select ${COLUMNS} from platform.projects where delete_at <= $1 order by delete_at limit $2
     for update skip locked`,
    [now, most],
  )
  return rows
}

/** deleteProject deletes the row of a project of which nothing else is left. */
export async function deleteProject(db: Queryable, id: string): Promise<void> {
  await db.query('delete from platform.projects where id = $1', [id])
}
