// The SQL of blobs: table `msingi_storage.blobs` of the project's cluster, one row for each version of an object.

import type { FileHeaders } from '#modules/storage/context/file-headers.ts'
import type { StoredBlob } from '#platform/blobs/store/blob-store.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** BlobRow is where the bytes of a version are. */
export interface BlobRow {
  readonly id: string
  readonly key: string
  readonly size: number
  readonly mime_type: string
  readonly checksum: string
  readonly md5: string | null
  readonly headers: FileHeaders
}

/** NewBlob is a blob that no object has yet; the sweeper takes it when it is due. */
export interface NewBlob {
  readonly id: string
  readonly key: string
  readonly size: number
  readonly mimeType: string
  readonly stored: StoredBlob | undefined
  readonly dueInSeconds: number
  readonly headers?: FileHeaders | undefined
  /** reservedBy is whose share of the quota holds the room until the bytes are there. */
  readonly reservedBy?: string | undefined
}

/** findBlob returns the blob of a version of an object. */
export async function findBlob(
  db: Queryable,
  projectId: string,
  version: string,
): Promise<BlobRow | undefined> {
  const { rows } = await db.query<BlobRow>(
    `select id, key, size::float8 as size, mime_type, checksum, md5, headers from msingi_storage.blobs
     where id = $1 and project_id = $2 and object_id is not null`,
    [version, projectId],
  )
  return rows[0]
}

/** insertBlob registers a blob, before or after its bytes are there. */
export async function insertBlob(
  db: Queryable,
  projectId: string,
  { id, key, size, mimeType, stored, dueInSeconds, headers = {}, reservedBy }: NewBlob,
): Promise<void> {
  await db.query(
    `insert into msingi_storage.blobs (id, project_id, key, size, mime_type, checksum, md5, is_stored, due_at, reserved_by,
       headers)
     values ($1, $2, $3, $4::float8::bigint, $5, $6, $7, $8, now() + $9 * interval '1 second', $10, $11)`,
    [
      id,
      projectId,
      key,
      stored?.size ?? size,
      mimeType,
      stored?.sha256 ?? '',
      stored?.md5 ?? null,
      stored !== undefined,
      dueInSeconds,
      reservedBy ?? null,
      headers,
    ],
  )
}

/** countUnfinished counts the uploads of a project that have been registered and not finished, up to `most`. */
export async function countUnfinished(db: Queryable, projectId: string, most: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from (
       select from msingi_storage.blobs where project_id = $1 and not is_stored limit $2) as unfinished`,
    [projectId, most],
  )
  return rows[0]?.n ?? 0
}

/** ReservedRoom is how many bytes are reserved in a project: by all that have a share, and by one of them. */
export interface ReservedRoom {
  readonly all: number
  readonly own: number
}

/** readReserved returns what is reserved by unfinished uploads that have not expired. */
export async function readReserved(
  db: Queryable,
  projectId: string,
  holder: string,
  now: Date,
): Promise<ReservedRoom> {
  const { rows } = await db.query<ReservedRoom>(
    `select coalesce(sum(size), 0)::float8 as all,
       coalesce(sum(size) filter (where reserved_by = $2), 0)::float8 as own
     from msingi_storage.blobs
     where project_id = $1 and not is_stored and reserved_by is not null and due_at > $3`,
    [projectId, holder, now],
  )
  return rows[0] ?? { all: 0, own: 0 }
}

/** claimBlob has a registered blob filled; it returns its key, or undefined where it is filled already or expired. */
export async function claimBlob(db: Queryable, projectId: string, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ key: string }>(
    `update msingi_storage.blobs set is_claimed = true
     where id = $1 and project_id = $2 and not is_claimed and not is_stored and due_at > now() returning key`,
    [id, projectId],
  )
  return rows[0]?.key
}

/** unclaimBlob has a registered blob be filled again, after an attempt that failed. */
export async function unclaimBlob(
  db: Queryable,
  projectId: string,
  { id, key }: Pick<BlobRow, 'id' | 'key'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update msingi_storage.blobs set is_claimed = false, is_stored = false
     where id = $1 and project_id = $2 and key = $3 and object_id is null`,
    [id, projectId, key],
  )
  return rowCount === 1
}

// A commit that does not wait for the disk: what is committed behind it makes both durable.
const UNSYNCED = "(select set_config('synchronous_commit', 'off', true)) as unsynced"

/** finishBlob says that the bytes of a registered blob are there. It returns false where the sweeper has taken it. */
export async function finishBlob(
  db: Queryable,
  projectId: string,
  { id, key }: Pick<BlobRow, 'id' | 'key'>,
  mimeType: string,
  { size, sha256, md5 }: StoredBlob,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update msingi_storage.blobs set size = $3::float8::bigint, mime_type = $4, checksum = $5, md5 = $6, is_stored = true,
       due_at = greatest(due_at, now() + interval '1 hour')
     from ${UNSYNCED} where id = $1 and project_id = $2 and key = $7 and object_id is null`,
    [id, projectId, size, mimeType, sha256, md5 ?? null, key],
  )
  return rowCount === 1
}

/**
 * releaseBlob forgets a blob unless an object has it; it returns true where its bytes are no longer needed. A version that has
 * no row is noted for the sweeper, so that a commit which may still be on its way fails.
 */
export async function releaseBlob(
  db: Queryable,
  projectId: string,
  { id, key }: Pick<BlobRow, 'id' | 'key'>,
): Promise<boolean> {
  const { rows } = await db.query<{ released: boolean }>(
    `with released as (
       delete from msingi_storage.blobs where id = $1 and project_id = $2 and object_id is null returning id
     ), noted as (
       insert into msingi_storage.blobs (id, project_id, key, size, mime_type, checksum, is_stored, due_at)
       select $1, $2, $3, 0, '', '', true, now() where not exists (select from released)
       on conflict do nothing returning id)
     select exists (select from released union all select from noted) as released`,
    [id, projectId, key],
  )
  return rows[0]?.released === true
}

/** policiesReadBytes reports whether a policy of the project asks for what is known only once the bytes are there. */
export async function policiesReadBytes(db: Queryable, projectId: string): Promise<boolean> {
  const { rows } = await db.query<{ reads: boolean }>(
    `select exists (select from msingi.policies p join msingi.tables t on t.id = p.table_id
       where t.project_id = $1 and t.slug = 'storage_objects'
         and p.condition ~ '\\m(size|mime_type|checksum)\\M') as reads`,
    [projectId],
  )
  return rows[0]?.reads === true
}

/** StorageUsage is what a project stores, with what is kept of deleted and unfinished objects. */
export interface StorageUsage {
  readonly bytes: number
  readonly objects: number
}

/** readUsage returns what a project stores. */
export async function readUsage(db: Queryable, projectId: string): Promise<StorageUsage> {
  const { rows } = await db.query<StorageUsage>(
    `select coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(objects), 0)::float8 as objects
     from msingi_storage.usage where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? { bytes: 0, objects: 0 }
}
