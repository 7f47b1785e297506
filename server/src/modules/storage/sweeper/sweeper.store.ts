// The SQL of the sweeper: what is due of `msingi_storage.blobs`, a share of each project at a time.
import type { Queryable } from '#platform/db/transaction.ts'

/** BATCH is how much of one project is taken at a time. */
export const BATCH = 200

/** Due are the points in time before which things are due: of deletion, of what was put off, and of the end of an upload. */
export interface Due {
  readonly deleted: Date
  readonly due: Date
  readonly finished: Date
}

/** isAnyDue reports whether there is anything to sweep. */
export async function isAnyDue(db: Queryable, { deleted, due, finished }: Due): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    `select exists (select from msingi_storage.blobs where deleted_at < $1)
       or exists (select from msingi_storage.blobs where due_at < $2)
       or exists (select from msingi_storage.kept_rows where due_at < $2)
       or exists (select from msingi_storage.resumable_uploads where finished_at < $3)
       or exists (select from msingi_storage.resumable_parts where upload_id is null) as due`,
    [deleted, due, finished],
  )
  return rows[0]?.due === true
}

/** DueObjects are deleted objects of one project that cannot be brought back any more. */
export interface DueObjects {
  readonly project_id: string
  readonly ids: readonly string[]
}

/** listDueObjects returns objects that were deleted before a point in time. */
export async function listDueObjects(db: Queryable, before: Date): Promise<DueObjects[]> {
  const { rows } = await db.query<DueObjects>(
    `select p.project_id, array(
       select b.object_id from msingi_storage.blobs b
       where b.project_id = p.project_id and b.deleted_at < $1 and b.object_id is not null
       order by b.deleted_at limit ${BATCH}) as ids
     from (select distinct project_id from msingi_storage.blobs where deleted_at < $1 limit 1000) as p`,
    [before],
  )
  return rows
}

/**
 * releaseBytes takes the bytes from an object that was deleted before a point in time, and notes its row, which cannot be
 * deleted yet. It returns 0 where the object was restored meanwhile.
 */
export async function releaseBytes(
  db: Queryable,
  projectId: string,
  id: string,
  before: Date,
  retryAt: Date,
): Promise<number> {
  const { rowCount } = await db.query(
    `with released as (
       update msingi_storage.blobs set object_id = null, deleted_at = null, due_at = now()
       where project_id = $1 and object_id = $2 and deleted_at < $3 returning id)
     insert into msingi_storage.kept_rows (project_id, object_id, due_at) select $1, $2, $4 from released
     on conflict do nothing`,
    [projectId, id, before, retryAt],
  )
  return rowCount ?? 0
}

/** listDueRows returns the rows left of deleted files whose deletion is tried again, a share of each project. */
export async function listDueRows(db: Queryable, now: Date): Promise<DueObjects[]> {
  const { rows } = await db.query<DueObjects>(
    `select p.project_id, array(
       select k.object_id from msingi_storage.kept_rows k
       where k.project_id = p.project_id and k.due_at < $1 order by k.due_at limit ${BATCH}) as ids
     from (select distinct project_id from msingi_storage.kept_rows where due_at < $1 limit 1000) as p`,
    [now],
  )
  return rows
}

/** settleRows forgets rows that are gone, and has those that are kept be tried again: after 1, 2, 4, up to 32 days. */
export async function settleRows(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
  kept: readonly string[],
  now: Date,
): Promise<void> {
  await db.query(
    `with gone as (
       delete from msingi_storage.kept_rows
       where project_id = $1 and object_id = any($2::uuid[]) and object_id <> all($3::uuid[]))
     update msingi_storage.kept_rows set tries = tries + 1,
       due_at = $4::timestamptz + interval '1 day' * power(2, least(tries, 5))
     where project_id = $1 and object_id = any($3::uuid[])`,
    [projectId, ids, kept, now],
  )
}

/** listDueProjects returns projects that have bytes without an object. */
export async function listDueProjects(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    'select distinct project_id from msingi_storage.blobs where due_at < $1 limit 1000',
    [now],
  )
  return rows.map(({ project_id }) => project_id)
}

/** takeDueBlobs deletes blobs without an object and returns their keys; they are locked until the transaction ends. */
export async function takeDueBlobs(db: Queryable, projectId: string, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `delete from msingi_storage.blobs where id in (
       select id from msingi_storage.blobs where project_id = $1 and due_at < $2 and object_id is null
       order by due_at limit ${BATCH} for update skip locked)
     returning key`,
    [projectId, now],
  )
  return rows.map(({ key }) => key)
}

/** listKnownKeys returns those of the keys that a blob has, or a part of an upload. */
export async function listKnownKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await db.query<{ key: string }>(
    `select key from msingi_storage.blobs where key = any($1)
     union all select key from msingi_storage.resumable_parts where key = any($1)`,
    [keys],
  )
  return rows.map(({ key }) => key)
}
