// Buckets: created, changed and deleted, each with an entry in the audit log.
import type { z } from 'zod'
import { slugify } from '#engine/shapes/identifiers.ts'
import * as store from '#modules/storage/context/buckets.store.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { findUseOfBucket } from '#modules/storage/objects/file-uses.store.ts'
import { inUse } from '#modules/storage/objects/files-in-use.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { sendEmptying } from './bucket-deletion.ts'
import { type bucketCreate, bucketSlug, type bucketUpdate } from './buckets.schema.ts'

// All of a project's buckets are in memory together.
const MAX_BUCKETS = 1000

/** createBucket creates a bucket, or throws 409 where its slug is taken. */
export async function createBucket(
  storage: Storage,
  act: Act,
  { slug: given, ...input }: z.output<typeof bucketCreate>,
): Promise<store.Bucket> {
  const { project } = act
  const slug = given ?? slugOf(input.name)
  const { admin } = storage.clusters.of(project)
  const bucket = await store.insertBucket(admin, project.id, { slug, ...input }, MAX_BUCKETS)
  await storage.buckets.forget(project)
  if (bucket === undefined) {
    if ((await storage.buckets.find(project, slug)) !== undefined)
      throw alreadyExists(
        given === undefined ? 'name' : 'slug',
        `The bucket ${slug} already exists. Choose another slug.`,
      )
    throw conflict('limit_reached', `A project can have at most ${MAX_BUCKETS} buckets.`)
  }
  audit(act, 'storage.bucket.create', bucket)
  return bucket
}

/** updateBucket changes a bucket; what is left out stays. Files that are there already are not looked at again. */
export async function updateBucket(
  storage: Storage,
  act: Act,
  key: string,
  input: z.output<typeof bucketUpdate>,
): Promise<store.Bucket> {
  const { project } = act
  const old = await storage.buckets.get(project, key)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { admin } = storage.clusters.of(project)
  const bucket = await store.updateBucket(admin, project.id, old.id, { ...old, ...given })
  await storage.buckets.forget(project)
  if (bucket === undefined) throw notFound(`The bucket ${key}`)
  audit(act, 'storage.bucket.update', bucket)
  return bucket
}

/**
 * removeBucket deletes a bucket. One with objects is refused with 409, unless they are to go as well: then a job deletes
 * them, and the bucket after the last. It returns a bucket that is being emptied. Files that rows keep are a 409 all the same.
 */
export async function removeBucket(
  storage: Storage,
  act: Act,
  key: string,
  force: boolean,
): Promise<store.Bucket | undefined> {
  const { project } = act
  const bucket = await storage.buckets.get(project, key)
  const outcome = await removeOrMark(storage, project, bucket, force)
  audit(act, 'storage.bucket.delete', bucket)
  await storage.buckets.forget(project)
  if (outcome === 'removed') return undefined
  // The sweeper queues what is left unqueued.
  await afterCommit(storage.platform.log, 'queue the emptying of a bucket', () =>
    sendEmptying(storage, project.id, bucket.id),
  )
  return { ...bucket, is_emptying: true }
}

function removeOrMark(
  { clusters }: Storage,
  project: Act['project'],
  bucket: store.Bucket,
  force: boolean,
): Promise<'removed' | 'emptying'> {
  const table = `${projectNames(project.id).schema}.storage_objects`
  return transaction(clusters.of(project).admin, async (client) => {
    // Uploads that are about to commit come first, and those behind them find no bucket.
    await client.query(`set local lock_timeout = '5s'; lock table ${table} in share row exclusive mode`)
    const { rowCount } = await client.query(
      `select from ${table} where bucket = $1 and deleted_at is null limit 1`,
      [bucket.slug],
    )
    if (rowCount === 0) {
      await store.deleteBucket(client, project.id, bucket.id)
      return 'removed'
    }
    if (!force)
      throw conflict(
        'in_use',
        `The bucket ${bucket.slug} is not empty. Delete its objects first, or add ?force=true to delete them as well.`,
      )
    const use = await findUseOfBucket(client, project.id, bucket.slug)
    if (use !== undefined) throw inUse(`A file of the bucket ${bucket.slug}`, 'secret', use)
    await store.markEmptying(client, project.id, bucket.id)
    return 'emptying'
  })
}

function slugOf(name: string): string {
  const parsed = bucketSlug.safeParse(slugify(name).replaceAll('_', '-'))
  if (parsed.success) return parsed.data
  throw invalidInput('slug: is required, since the name has no letters from a to z or digits.')
}

function audit(act: Act, action: string, { id, slug, is_public }: store.Bucket): void {
  recordCommitted(act, { action, target: id, details: { slug, is_public } })
}
