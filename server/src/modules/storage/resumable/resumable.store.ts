// The SQL of resumable uploads: tables `msingi_storage.resumable_uploads` and `resumable_parts` of the project's cluster.

import type { NewObject } from '#modules/storage/objects/attach-blob.ts'
import type { StorageObject } from '#modules/storage/objects/objects.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** ResumableUpload is a file that comes in several requests. Its id is that of the version which it becomes. */
export interface ResumableUpload {
  readonly id: string
  readonly bucket_id: string
  readonly object: Omit<NewObject, 'bucket'>
  readonly mime_type: string
  /** metadata and concat are the headers Upload-Metadata and Upload-Concat. */
  readonly metadata: string | null
  readonly concat: string | null
  readonly length: number
  readonly received: number
  /** expires_at is null once an object has the bytes. */
  readonly expires_at: Date | null
  /** object_id is the object that has the bytes. */
  readonly object_id: string | null
  readonly stored: StorageObject | null
}

/** NewUpload is an upload as it begins. */
export type NewUpload = Omit<ResumableUpload, 'received' | 'expires_at' | 'object_id' | 'stored'> & {
  readonly caller: string
}

/** OpenUploads is how many uploads a project may have open, and one caller of it. */
export interface OpenUploads {
  readonly project: number
  readonly caller: number
}

/** Part is what has arrived of an upload by one request, or a piece of that. */
export interface Part {
  readonly key: string
  readonly start: number
  readonly size: number
}

const COLUMNS = `u.id, u.bucket_id, u.object, u.mime_type, u.metadata, u.concat, u.length::float8 as length,
  u.received::float8 as received, b.due_at as expires_at, b.object_id, u.stored`

/** findUpload returns an upload that has not expired, if it is the caller's. */
export async function findUpload(
  db: Queryable,
  projectId: string,
  caller: string,
  id: string,
  now: Date,
): Promise<ResumableUpload | undefined> {
  const { rows } = await db.query<ResumableUpload>(
    `select ${COLUMNS} from msingi_storage.resumable_uploads u join msingi_storage.blobs b using (id)
     where u.id = $1 and u.project_id = $2 and u.caller = $3 and (b.object_id is not null or b.due_at > $4)`,
    [id, projectId, caller, now],
  )
  return rows[0]
}

/** insertUpload stores a new upload of a registered blob, until it expires; it returns false where too many are open. */
export async function insertUpload(
  db: Queryable,
  projectId: string,
  upload: NewUpload,
  received: number,
  most: OpenUploads,
  expires: Date,
): Promise<boolean> {
  const { id, caller, bucket_id, object, mime_type, metadata, concat, length } = upload
  const open = (where: string, limit: string) =>
    `(select count(*) from (select from msingi_storage.resumable_uploads
      where project_id = $2 ${where} and stored is null limit ${limit}) as open) < ${limit}`
  const { rowCount } = await db.query(
    `with inserted as (
       insert into msingi_storage.resumable_uploads
         (id, project_id, caller, bucket_id, object, mime_type, metadata, concat, length, received)
       select $1::uuid, $2::uuid, $3, $4::uuid, $5::jsonb, $6, $7, $8, $9::float8::bigint, $10::float8::bigint
       where ${open('', '$11::int')} and ${open('and caller = $3', '$12::int')} returning id)
     update msingi_storage.blobs set due_at = $13 where id in (select id from inserted)`,
    [
      id,
      projectId,
      caller,
      bucket_id,
      JSON.stringify(object),
      mime_type,
      metadata,
      concat,
      length,
      received,
      most.project,
      most.caller,
      expires,
    ],
  )
  return rowCount === 1
}

/**
 * addPart adds a part where the upload has arrived so far, and has the upload expire later. It returns false where another
 * request was sooner, or the upload is gone. Once it resolves, the part survives a crash.
 */
export async function addPart(
  db: Queryable,
  projectId: string,
  id: string,
  { key, start, size }: Part,
  expires: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with moved as (
       update msingi_storage.resumable_uploads set received = received + $4::float8::bigint
       where id = $1 and project_id = $2 and received = $3::float8::bigint and stored is null returning id
     ), kept as (
       update msingi_storage.blobs set due_at = $6 where id in (select id from moved) and object_id is null
     )
     insert into msingi_storage.resumable_parts (key, upload_id, start, size)
     select $5, id, $3::float8::bigint, $4::float8::bigint from moved`,
    [id, projectId, start, size, key, expires],
  )
  return rowCount === 1
}

/** countParts counts the parts of an upload. */
export async function countParts(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from msingi_storage.resumable_parts where upload_id = $1',
    [id],
  )
  return rows[0]?.n ?? 0
}

/** listParts returns the parts of an upload, in order. */
export async function listParts(db: Queryable, id: string): Promise<Part[]> {
  const { rows } = await db.query<Part>(
    `select key, start::float8 as start, size::float8 as size from msingi_storage.resumable_parts
     where upload_id = $1 order by start`,
    [id],
  )
  return rows
}

/** joinUploads has an upload take over the parts of others, in their order, with the room that they have reserved. */
export async function joinUploads(
  db: Queryable,
  projectId: string,
  id: string,
  partials: readonly Pick<ResumableUpload, 'id' | 'length'>[],
): Promise<void> {
  const ids = partials.map((partial) => partial.id)
  let base = 0
  const bases = partials.map(({ length }) => {
    base += length
    return base - length
  })
  await db.query(
    `update msingi_storage.resumable_parts p set upload_id = $1, start = p.start + o.base::bigint
     from unnest($2::uuid[], $3::float8[]) as o (id, base) where p.upload_id = o.id`,
    [id, ids, bases],
  )
  await db.query(
    `delete from msingi_storage.blobs where project_id = $1 and id = any($2::uuid[]) and object_id is null`,
    [projectId, ids],
  )
  await db.query(
    'update msingi_storage.blobs set size = $3::float8::bigint where id = $1 and project_id = $2',
    [id, projectId, base],
  )
}

/** lockPartials locks partial uploads that are whole until the transaction ends, and returns how many there are. */
export async function lockPartials(
  db: Queryable,
  projectId: string,
  caller: string,
  ids: readonly string[],
): Promise<number> {
  const { rowCount } = await db.query(
    `select from msingi_storage.resumable_uploads where project_id = $1 and caller = $2 and id = any($3::uuid[])
       and concat = 'partial' and received = length order by id for update`,
    [projectId, caller, ids],
  )
  return rowCount ?? 0
}

const LEASE = "now() + interval '30 seconds'"

/**
 * leaseUpload has one node finish an upload, whose bytes come under a new key. It returns the key before, or undefined where
 * another node is at it, or the upload is finished or gone.
 */
export async function leaseUpload(
  db: Queryable,
  projectId: string,
  id: string,
  key: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ key: string }>(
    `with leased as (
       update msingi_storage.resumable_uploads set finishing_until = ${LEASE}
       where id = $1 and project_id = $2 and stored is null
         and (finishing_until is null or finishing_until < now()) returning id
     ), was as (
       select id, key from msingi_storage.blobs
       where id in (select id from leased) and object_id is null for update)
     update msingi_storage.blobs b set key = $3 from was where b.id = was.id returning was.key`,
    [id, projectId, key],
  )
  return rows[0]?.key
}

const HELD = 'exists (select from msingi_storage.blobs b where b.id = $1 and b.key = $2)'

/** extendLease holds an upload for longer that is leased under a key. */
export async function extendLease(db: Queryable, id: string, key: string): Promise<void> {
  await db.query(
    `update msingi_storage.resumable_uploads set finishing_until = ${LEASE} where id = $1 and ${HELD}`,
    [id, key],
  )
}

/** endLease lets others finish an upload that is leased under a key. */
export async function endLease(db: Queryable, id: string, key: string): Promise<void> {
  await db.query(
    `update msingi_storage.resumable_uploads set finishing_until = null where id = $1 and ${HELD}`,
    [id, key],
  )
}

/** markFinished says what an upload has become, and returns the keys of its parts, which it has no more. */
export async function markFinished(
  db: Queryable,
  projectId: string,
  id: string,
  stored: StorageObject,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `with done as (
       update msingi_storage.resumable_uploads set stored = $3, finished_at = $4
       where id = $1 and project_id = $2 returning id)
     update msingi_storage.resumable_parts set upload_id = null where upload_id in (select id from done) returning key`,
    [id, projectId, JSON.stringify(stored), now],
  )
  return rows.map(({ key }) => key)
}

/** forgetParts forgets parts without an upload, whose bytes are gone. */
export async function forgetParts(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query('delete from msingi_storage.resumable_parts where key = any($1) and upload_id is null', [
    keys,
  ])
}

/** deleteUpload forgets an upload whose bytes no object has; `key` is that under which they would be, where it matters. */
export async function deleteUpload(
  db: Queryable,
  projectId: string,
  id: string,
  key: string | null = null,
): Promise<void> {
  await db.query(
    `delete from msingi_storage.blobs
     where id = $1 and project_id = $2 and object_id is null and key = coalesce($3, key)`,
    [id, projectId, key],
  )
}

/** forgetFinished forgets uploads that were finished before a point in time. */
export async function forgetFinished(db: Queryable, before: Date): Promise<void> {
  await db.query(
    `delete from msingi_storage.resumable_uploads where id in (
       select id from msingi_storage.resumable_uploads where finished_at < $1
       order by finished_at limit 1000 for update skip locked)`,
    [before],
  )
}

/** takeLeftParts forgets parts whose upload is gone and returns their keys; they are locked until the transaction ends. */
export async function takeLeftParts(db: Queryable, most: number): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `delete from msingi_storage.resumable_parts where key in (
       select key from msingi_storage.resumable_parts where upload_id is null
       order by right(key, 32) limit $1 for update skip locked)
     returning key`,
    [most],
  )
  return rows.map(({ key }) => key)
}
