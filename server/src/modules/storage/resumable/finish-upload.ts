// Makes an object of a resumable upload whose bytes are all there. It can be tried again after a crash at any moment: the
// parts stay until the object has the bytes.
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import { SERVER, type StorageCaller } from '#storage/context/caller.ts'
import type { Storage, StorageProject } from '#storage/context/storage.ts'
import { findObject, type StorageObject } from '#storage/objects/objects.store.ts'
import { finishUpload, prepareUpload } from '#storage/uploads/put-object.service.ts'
import { readHead } from '#storage/uploads/read-head.ts'
import {
  deleteUpload,
  forgetParts,
  listParts,
  markFinished,
  type ResumableUpload,
  renewKey,
} from './resumable.store.ts'

// What a repeat cannot change: the upload ends with these.
const FINAL: ReadonlySet<AppError['code']> = new Set([
  'invalid_input',
  'forbidden',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
])

/** isComplete reports whether all bytes of an upload are there that becomes an object by itself. */
export function isComplete({ concat, received, length }: ResumableUpload): boolean {
  return concat !== 'partial' && received === length
}

/** finish returns the object of an upload that is complete. It throws what the policies say of it, as of any upload. */
export async function finish(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  upload: ResumableUpload,
): Promise<StorageObject> {
  if (upload.stored !== null) return upload.stored
  const { admin } = storage.clusters.of(project)
  const object =
    upload.object_id === null
      ? await joinParts(storage, project, caller, upload)
      : // The server was stopped before it could say so.
        await findObject(storage, project, SERVER, { id: upload.object_id })
  if (object === undefined) throw notFound(`The upload ${upload.id}`)
  const { blobs, clock } = storage.platform
  const keys = await markFinished(admin, project.id, upload.id, object, clock.now())
  // What a crash leaves here is swept.
  await blobs.remove(keys)
  await forgetParts(admin, keys)
  return object
}

async function joinParts(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  upload: ResumableUpload,
): Promise<StorageObject> {
  const { id, length, mime_type: mimeType } = upload
  const { admin } = storage.clusters.of(project)
  const { blobs } = storage.platform
  // An attempt that was cut off may have left bytes, and another node may be at it: each has a key of its own.
  const key = newBlobKey(project.id)
  const before = await renewKey(admin, project.id, id, key)
  if (before === undefined) throw notFound(`The upload ${id}`)
  try {
    await blobs.remove([before])
    const bucket = await storage.buckets.get(project, upload.bucket_id)
    const object = { ...upload.object, bucket: bucket.slug }
    const version = { id, key, reserved: length }
    const prepared = await prepareUpload(storage, {
      project,
      caller,
      bucket,
      object,
      size: length,
      mimeType,
      version,
    })
    const keys = (await listParts(admin, id)).map((part) => part.key)
    const stored = await blobs.join(key, keys, { maxBytes: prepared.maxBytes, size: length })
    const result = await finishUpload(storage, prepared, stored, await readHead(blobs, key, length))
    return result.object
  } catch (error) {
    if (error instanceof AppError && FINAL.has(error.code)) await deleteUpload(admin, project.id, id, key)
    throw error
  }
}
