// Makes an object of a resumable upload whose bytes are all there. It can be tried again after a crash at any moment: the
// parts stay until the object has the bytes.

import { SERVER, type StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { findObject, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { finishUpload, prepareUpload } from '#modules/storage/uploads/put-object.service.ts'
import { readHead } from '#modules/storage/uploads/read-head.ts'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import { callerKey } from './create-upload.ts'
import {
  deleteUpload,
  endLease,
  extendLease,
  findUpload,
  forgetParts,
  leaseUpload,
  listParts,
  markFinished,
  type ResumableUpload,
} from './resumable.store.ts'
import { locked } from './upload-locks.ts'

// Of a lease of 30 seconds.
const EXTEND_MS = 10_000

// What a repeat cannot change: the upload ends with these.
const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 409, 412, 413, 415])

/** isComplete reports whether all bytes of an upload are there that becomes an object by itself. */
export function isComplete({ concat, received, length }: ResumableUpload): boolean {
  return concat !== 'partial' && received === length
}

/**
 * finish returns the object of an upload that is complete. It throws what the policies say of it, as of any upload, and 423 while
 * another node is at it.
 */
export async function finish(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  upload: ResumableUpload,
): Promise<StorageObject> {
  if (upload.stored !== null) return upload.stored
  const { admin } = storage.clusters.of(project)
  const { blobs, clock } = storage.platform
  const object =
    upload.object_id === null
      ? await leased(storage, project, caller, upload)
      : // The server was stopped before it could say so.
        await findObject(storage, project, SERVER, { id: upload.object_id })
  if (object === undefined) throw notFound(`The upload ${upload.id}`)
  const keys = await markFinished(admin, project.id, upload.id, object, clock.now())
  // What a crash leaves here is swept.
  await blobs.remove(keys)
  await forgetParts(admin, keys)
  return object
}

// One node at a time joins the parts, which takes as long as copying them.
async function leased(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  upload: ResumableUpload,
): Promise<StorageObject> {
  const { id } = upload
  const { admin } = storage.clusters.of(project)
  const { blobs, clock, log } = storage.platform
  // An attempt that was cut off may have left bytes: each has a key of its own.
  const key = newBlobKey(project.id)
  const before = await leaseUpload(admin, project.id, id, key)
  if (before === undefined) {
    const now = await findUpload(admin, project.id, callerKey(caller), id, clock.now())
    if (now === undefined) throw notFound(`The upload ${id}`)
    if (now.stored === null) throw locked()
    return now.stored
  }
  const warn = (err: unknown) =>
    log.warn({ err, project_id: project.id }, 'the lease of an upload is not written')
  const timer = setInterval(() => void extendLease(admin, id, key).catch(warn), EXTEND_MS)
  try {
    await blobs.remove([before])
    return await joinParts(storage, project, caller, upload, key)
  } catch (error) {
    if (error instanceof AppError && FINAL.has(error.status)) await deleteUpload(admin, project.id, id, key)
    throw error instanceof BlobMissing ? notFound(`The upload ${id}`) : error
  } finally {
    clearInterval(timer)
    await endLease(admin, id, key).catch(warn)
  }
}

async function joinParts(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  { id, bucket_id, length, mime_type: mimeType, object: planned }: ResumableUpload,
  key: string,
): Promise<StorageObject> {
  const { blobs } = storage.platform
  const bucket = await storage.buckets.get(project, bucket_id)
  const object = { ...planned, bucket: bucket.slug }
  const version = { id, key, reserved: length }
  const upload = { project, caller, bucket, object, size: length, mimeType, version }
  const prepared = await prepareUpload(storage, upload)
  const keys = (await listParts(storage.clusters.of(project).admin, id)).map((part) => part.key)
  const stored = await blobs.join(key, keys, { maxBytes: prepared.maxBytes, size: length })
  const result = await finishUpload(storage, prepared, stored, await readHead(blobs, key, length))
  return result.object
}
