// Renames, moves, restores and copies objects, and changes what is said of them.
import { randomUUID } from 'node:crypto'
import { explainRefusal, type PolicyTarget } from '#modules/database/policies/hint.service.ts'
import { findBlob, insertBlob, releaseBlob } from '#modules/storage/blobs/blobs.store.ts'
import { overQuota, roomOf } from '#modules/storage/blobs/quota.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { FileHeaders } from '#modules/storage/context/file-headers.ts'
import { checkFits } from '#modules/storage/context/fits.ts'
import { OBJECTS, type Storage, type StorageProject } from '#modules/storage/context/storage.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { mayBeCommitted } from '#platform/db/executor/postgres-errors.ts'
import { AppError, conflict, notFound } from '#platform/errors/app-error.ts'
import { attachBlob, type NewObject } from './attach-blob.ts'
import { findObject, objectsOf, ROW, readRow, type StorageObject } from './objects.store.ts'
import { conditionFailed, type HeldCondition, heldSql, isHeld } from './write-condition.ts'

/** ObjectChange is what changes of an object; what is undefined stays. With a condition, it must be met. */
export interface ObjectChange {
  readonly condition?: HeldCondition | undefined
  readonly bucket?: Bucket | undefined
  readonly name?: string | undefined
  readonly cacheControl?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** notThere is the 404 of an object that does not exist, or that the caller may not see. */
export function notThere(id: string): AppError {
  return notFound(`The object ${id}`)
}

/** changeObject changes an object's row. Its bytes stay where they are, however large they are. */
export async function changeObject(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  object: StorageObject,
  { condition, bucket, name, cacheControl, metadata }: ObjectChange,
): Promise<StorageObject> {
  if (bucket !== undefined) checkFits(bucket, object)
  const values: (string | null)[] = [object.id]
  const parameter = (value: string | null) => `$${values.push(value)}`
  // What stays is left out: another request may be changing it.
  const changes = [
    `updated_at = ${parameter(storage.platform.clock.now().toISOString())}::timestamptz`,
    ...(bucket === undefined ? [] : [`bucket = ${parameter(bucket.slug)}`]),
    ...(name === undefined ? [] : [`name = ${parameter(name)}`]),
    ...(cacheControl === undefined ? [] : [`cache_control = ${parameter(cacheControl)}`]),
    ...(metadata === undefined ? [] : [`metadata = ${parameter(JSON.stringify(metadata))}::jsonb`]),
  ]
  const text = `update ${objectsOf(project)} o set ${changes.join(', ')}
    where o.id = $1 and o.deleted_at is null${heldSql(condition, parameter)} returning ${ROW}`
  const target = { name: name ?? object.name, bucket: bucket?.slug ?? object.bucket }
  const changed = await write(storage, project, caller, { text, values }, { ...target, action: 'update' })
  if (changed !== undefined) return changed
  if (condition !== undefined) {
    const found = await findObject(storage, project, caller, { id: object.id })
    if (!isHeld(found, condition)) throw conditionFailed(object.name, condition)
  }
  throw notUpdatable(object)
}

/** restoreObject undoes a deletion, as long as the sweeper has not taken the bytes. */
export async function restoreObject(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  id: string,
): Promise<StorageObject> {
  const text = `update ${objectsOf(project)} o set deleted_at = null where o.id = $1 and o.deleted_at is not null
    returning ${ROW}`
  const said = { name: 'An object of that name', bucket: '', action: 'restore' } as const
  const restored = await write(storage, project, caller, { text, values: [id] }, said)
  if (restored === undefined) throw notFound(`The deleted object ${id}`)
  return restored
}

/** CopyTarget is what a copy will be; without `described`, all that is said of it is that of the source. */
export type CopyTarget = Pick<NewObject, 'name' | 'overwrite' | 'condition'> & {
  readonly bucket: Bucket
  readonly described?: Pick<NewObject, 'cacheControl' | 'metadata'> & {
    readonly mimeType: string
    readonly headers: FileHeaders
  }
}

/** copyObject makes a new object of the same bytes. */
export async function copyObject(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  source: StorageObject,
  { described, ...target }: CopyTarget,
): Promise<{ object: StorageObject; replaced: boolean }> {
  checkFits(target.bucket, { size: source.size, mime_type: described?.mimeType ?? source.mime_type })
  if ((await roomOf(storage, project)) < source.size) throw await overQuota(storage, project)
  const { admin } = storage.clusters.of(project)
  const { blobs } = storage.platform
  const from = await findBlob(admin, project.id, source.version)
  if (from === undefined) throw notThere(source.id)
  const id = randomUUID()
  const key = newBlobKey(project.id)
  const { size, md5 } = from
  const { mime_type, cache_control: cacheControl, metadata } = source
  const { mimeType, headers, ...said } = described ?? {
    mimeType: mime_type,
    headers: from.headers,
    cacheControl,
    metadata,
  }
  try {
    const stored = await blobs.join(key, [from.key], { maxBytes: size, size, md5: md5 !== null })
    const object = { ...target, ...said, bucket: target.bucket.slug }
    const bytes = { id, mimeType, ...stored }
    // The row of an object brings no headers.
    if (Object.keys(headers).length === 0)
      return await attachBlob(storage, project, caller, object, { ...bytes, key })
    await insertBlob(admin, project.id, { id, key, size, mimeType, stored, headers, dueInSeconds: 3600 })
    return await attachBlob(storage, project, caller, object, bytes)
  } catch (error) {
    const isNoted = Object.keys(headers).length > 0 || mayBeCommitted(error)
    if (!isNoted || (await releaseBlob(admin, project.id, { id, key }))) await blobs.remove([key])
    throw error
  }
}

async function write(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  statement: { readonly text: string; readonly values: readonly (string | null)[] },
  { name, bucket, action }: Pick<PolicyTarget, 'action'> & { readonly name: string; readonly bucket: string },
): Promise<StorageObject | undefined> {
  try {
    const [result] = await storage.clusters.of(project).executor.execute(project, caller.context, [statement])
    return readRow(result?.rows[0]?.[0])
  } catch (error) {
    if (!(error instanceof AppError) || (error.cause as { code?: string } | undefined)?.code !== '23505')
      throw explainRefusal({ platform: storage.platform, project, context: caller.context }, error, {
        table: OBJECTS,
        action,
      })
    throw conflict(
      'already_exists',
      `${name} already exists${bucket === '' ? '' : ` in ${bucket}`}. Choose another name.`,
    )
  }
}

// It was found a moment ago, so that it is the policies for update that hide it.
function notUpdatable({ name }: StorageObject): AppError {
  return new AppError('policy_denied', `The policies of storage_objects do not allow to change ${name}.`)
}
