// Begins resumable uploads, and joins such that came in parallel. What is known to be wrong is refused before a byte comes.
import { randomUUID } from 'node:crypto'
import { releaseBlob } from '#modules/storage/blobs/blobs.store.ts'
import { holderOf } from '#modules/storage/blobs/reservations.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import type { WriteCondition } from '#modules/storage/objects/write-condition.ts'
import {
  checkUpload,
  newVersion,
  registerUpload,
  type Upload,
  type Version,
} from '#modules/storage/uploads/put-object.service.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { EXPIRY_MS, expiry } from './receive-parts.ts'
import {
  findUpload,
  insertUpload,
  joinUploads,
  lockPartials,
  type OpenUploads,
  type ResumableUpload,
} from './resumable.store.ts'
import type { PlannedObject } from './upload-metadata.ts'

const MOST_OPEN = { project: 1000, user: 100 }

/** Beginning is an upload that somebody wants to begin. */
export interface Beginning {
  readonly project: StorageProject
  readonly caller: StorageCaller
  readonly bucket: Bucket
  readonly planned: PlannedObject
  readonly condition: WriteCondition | undefined
  /** metadata and concat are the headers Upload-Metadata and Upload-Concat. */
  readonly metadata: string | null
  readonly concat: string | null
}

/** callerKey names who may go on with an upload: the user, or callers of the same kind. */
export function callerKey({ context }: StorageCaller): string {
  return `${context.kind}:${context.uid ?? ''}`
}

/** createUpload begins an upload of so many bytes, or throws what an upload at once would. */
export async function createUpload(
  storage: Storage,
  beginning: Beginning,
  length: number,
): Promise<ResumableUpload> {
  const { project } = beginning
  const upload: Upload = { ...uploadOf(beginning), size: length }
  await checkUpload(storage, upload)
  const version = newVersion(project)
  await registerUpload(storage, upload, version, EXPIRY_MS / 1000, holderOf(beginning.caller))
  const { admin } = storage.clusters.of(project)
  const row = rowOf(beginning, version, length)
  if (!(await insertUpload(admin, project.id, row, 0, mostOpen(beginning), expiry(storage)))) {
    await releaseBlob(admin, project.id, version)
    throw tooManyOpen()
  }
  return getUpload(storage, beginning, version.id)
}

/** concatenate begins an upload that consists of partial ones, which are gone then. */
export async function concatenate(
  storage: Storage,
  beginning: Beginning,
  ids: readonly string[],
): Promise<ResumableUpload> {
  const { project, caller } = beginning
  const partials: ResumableUpload[] = []
  for (const id of ids) partials.push(checkPartial(await getUpload(storage, beginning, id), beginning))
  const length = partials.reduce((sum, partial) => sum + partial.length, 0)
  const upload = uploadOf(beginning)
  const version = newVersion(project)
  await checkUpload(storage, { ...upload, size: length, version: { ...version, reserved: length } })
  // The room is that of the partial uploads.
  await registerUpload(storage, upload, version, EXPIRY_MS / 1000, holderOf(caller))
  const { admin } = storage.clusters.of(project)
  const row = rowOf(beginning, version, length)
  try {
    return await transaction(admin, async (client) => {
      if ((await lockPartials(client, project.id, callerKey(caller), ids)) !== ids.length)
        throw conflict('changed_meanwhile', 'One of the partial uploads was used or ended meanwhile.')
      if (
        !(await insertUpload(
          client,
          project.id,
          row,
          length,
          mostOpen(beginning, ids.length),
          expiry(storage),
        ))
      )
        throw tooManyOpen()
      await joinUploads(client, project.id, version.id, partials)
      return readUpload(client, storage, beginning, version.id)
    })
  } catch (error) {
    await releaseBlob(admin, project.id, version)
    throw error
  }
}

type Owner = Pick<Beginning, 'project' | 'caller'>

/** getUpload returns an upload of the caller, or throws 404: those of others are not there either. */
export function getUpload(storage: Storage, whose: Owner, id: string): Promise<ResumableUpload> {
  return readUpload(storage.clusters.of(whose.project).admin, storage, whose, id)
}

async function readUpload(
  db: Queryable,
  { platform }: Storage,
  { project, caller }: Owner,
  id: string,
): Promise<ResumableUpload> {
  const found = await findUpload(db, project.id, callerKey(caller), id, platform.clock.now())
  if (found === undefined) throw notFound(`The upload ${id}`)
  return found
}

function uploadOf({ project, caller, bucket, planned, condition }: Beginning): Upload {
  const { name, overwrite, cacheControl, metadata, mimeType } = planned
  const named = { bucket: bucket.slug, name: name ?? randomUUID() }
  const object = { ...named, overwrite, condition, cacheControl, metadata }
  return { project, caller, bucket, object, size: undefined, mimeType }
}

function rowOf(
  { caller, bucket, planned, condition, metadata, concat }: Beginning,
  { id }: Version,
  length: number,
) {
  const { name = '', mimeType: mime_type, overwrite, cacheControl } = planned
  const object = { name, overwrite, condition, cacheControl, metadata: planned.metadata }
  return { id, caller: callerKey(caller), bucket_id: bucket.id, object, mime_type, metadata, concat, length }
}

function checkPartial(partial: ResumableUpload, { bucket }: Beginning): ResumableUpload {
  if (partial.concat !== 'partial')
    throw invalidInput(`Upload-Concat: ${partial.id} is not a partial upload.`)
  if (partial.bucket_id !== bucket.id)
    throw invalidInput(`Upload-Concat: ${partial.id} was begun in another bucket.`)
  if (partial.received !== partial.length)
    throw conflict(
      'wrong_state',
      `The partial upload ${partial.id} is not complete: it has ${partial.received} bytes.`,
    )
  return partial
}

function mostOpen({ caller }: Beginning, more = 0): OpenUploads {
  const project = MOST_OPEN.project + more
  return { project, caller: caller.owner === null ? project : MOST_OPEN.user + more }
}

function tooManyOpen(): AppError {
  return new AppError(
    'quota_exceeded',
    `Too many resumable uploads are open: a project can have ${MOST_OPEN.project}, and a user ${MOST_OPEN.user}. Finish or end some first.`,
  )
}
