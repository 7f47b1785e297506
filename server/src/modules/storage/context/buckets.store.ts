// The SQL of buckets: table `msingi_storage.buckets` of the project's cluster.
import type { Queryable } from '#platform/db/transaction.ts'

/** Bucket is a stored bucket. */
export interface Bucket {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_public: boolean
  readonly file_size_limit: number | null
  readonly allowed_mime_types: readonly string[] | null
  readonly is_emptying: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** BucketFields are those that a project chooses. */
export type BucketFields = Pick<
  Bucket,
  'slug' | 'name' | 'is_public' | 'file_size_limit' | 'allowed_mime_types'
>

const COLUMNS = `id, slug, name, is_public, file_size_limit::float8 as file_size_limit, allowed_mime_types, is_emptying,
  created_at, updated_at`

/** listBuckets returns a project's buckets, sorted by slug. */
export async function listBuckets(db: Queryable, projectId: string): Promise<Bucket[]> {
  const { rows } = await db.query<Bucket>(
    `select ${COLUMNS} from msingi_storage.buckets where project_id = $1 order by slug collate "C"`,
    [projectId],
  )
  return rows
}

/** insertBucket stores a new bucket; it returns undefined where the slug is taken, or the project has `most` of them. */
export async function insertBucket(
  db: Queryable,
  projectId: string,
  { slug, name, is_public, file_size_limit, allowed_mime_types }: BucketFields,
  most: number,
): Promise<Bucket | undefined> {
  const { rows } = await db.query<Bucket>(
    `insert into msingi_storage.buckets (project_id, slug, name, is_public, file_size_limit, allowed_mime_types)
     select $1, $2, $3, $4, $5::float8::bigint, $6::text[]
     where (select count(*) from msingi_storage.buckets where project_id = $1) < $7
     on conflict (project_id, slug) do nothing returning ${COLUMNS}`,
    [projectId, slug, name, is_public, file_size_limit, allowed_mime_types, most],
  )
  return rows[0]
}

/** updateBucket changes a bucket's fields; its slug stays, since policies and objects name it. */
export async function updateBucket(
  db: Queryable,
  projectId: string,
  id: string,
  { name, is_public, file_size_limit, allowed_mime_types }: Omit<BucketFields, 'slug'>,
): Promise<Bucket | undefined> {
  const { rows } = await db.query<Bucket>(
    `update msingi_storage.buckets set name = $3, is_public = $4, file_size_limit = $5::float8::bigint,
       allowed_mime_types = $6, updated_at = now()
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, name, is_public, file_size_limit, allowed_mime_types],
  )
  return rows[0]
}

/** markEmptying has a bucket take no objects any more, or take them again. */
export async function markEmptying(
  db: Queryable,
  projectId: string,
  id: string,
  emptying = true,
): Promise<void> {
  await db.query('update msingi_storage.buckets set is_emptying = $3 where project_id = $1 and id = $2', [
    projectId,
    id,
    emptying,
  ])
}

/** listEmptying returns buckets of all projects whose objects are to be deleted, those behind an id. */
export async function listEmptying(
  db: Queryable,
  after: string | undefined,
  most: number,
): Promise<{ id: string; project_id: string }[]> {
  const { rows } = await db.query<{ id: string; project_id: string }>(
    `select id, project_id from msingi_storage.buckets
     where is_emptying and ($1::uuid is null or id > $1) order by id limit $2`,
    [after, most],
  )
  return rows
}

/** deleteBucket deletes a bucket that is empty. */
export async function deleteBucket(db: Queryable, projectId: string, id: string): Promise<void> {
  await db.query('delete from msingi_storage.buckets where project_id = $1 and id = $2', [projectId, id])
}
