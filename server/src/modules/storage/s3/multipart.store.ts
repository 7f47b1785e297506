// The SQL of uploads in parts: each part is a blob that no object has, and counts as stored until it is joined or swept.
import type { Queryable } from '#platform/db/transaction.ts'

/** StoredPart is a part that was uploaded. */
export interface StoredPart {
  readonly id: string
  readonly key: string
  readonly size: number
  readonly checksum: string
  readonly created_at: Date
}

/** listParts returns the parts whose keys begin so, the oldest first. */
export async function listParts(
  db: Queryable,
  projectId: string,
  prefix: string,
  most: number,
): Promise<StoredPart[]> {
  const { rows } = await db.query<StoredPart>(
    `select id, key, size::float8 as size, checksum, created_at from msingi_storage.blobs
     where project_id = $1 and object_id is null and is_stored and starts_with(key, $2)
     order by created_at limit $3`,
    [projectId, prefix, most],
  )
  return rows
}

/** takeParts forgets parts, and returns the keys of their bytes. */
export async function takeParts(db: Queryable, projectId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `delete from msingi_storage.blobs
     where project_id = $1 and id = any($2::uuid[]) and object_id is null returning key`,
    [projectId, ids],
  )
  return rows.map(({ key }) => key)
}
