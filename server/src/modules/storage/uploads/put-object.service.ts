// Stores a file: the bytes first, whole and durable, then the row, under the policies of the caller. Small files are registered
// with their row; all others before their bytes. Whatever is left by what fails in between is taken by the sweeper.
import { randomUUID } from 'node:crypto'
import {
  countUnfinished,
  finishBlob,
  insertBlob,
  policiesReadBytes,
  releaseBlob,
  unclaimBlob,
} from '#modules/storage/blobs/blobs.store.ts'
import { checkQuota, overQuota, roomOf } from '#modules/storage/blobs/quota.ts'
import { checkReservable, checkReserved } from '#modules/storage/blobs/reservations.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { FileHeaders } from '#modules/storage/context/file-headers.ts'
import { checkAllowed, checkOpen, tooLarge } from '#modules/storage/context/fits.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { attachBlob, checkCondition, type NewObject, rehearse } from '#modules/storage/objects/attach-blob.ts'
import type { StorageObject } from '#modules/storage/objects/objects.store.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobBody, StoredBlob } from '#platform/blobs/store/blob-store.ts'
import { mayBeCommitted } from '#platform/db/executor/postgres-errors.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'
import { withHead } from './checked-stream.ts'
import { typeOf, UNKNOWN_TYPE } from './sniff-type.ts'

/** Version names a version of an object, and where its bytes are. */
export interface Version {
  readonly id: string
  readonly key: string
}

/** Upload is a file that somebody wants to store. */
export interface Upload {
  readonly project: StorageProject
  readonly caller: StorageCaller
  readonly bucket: Bucket
  readonly object: NewObject
  /** size is the number of bytes, where it is known beforehand. */
  readonly size: number | undefined
  readonly mimeType: string
  readonly headers?: FileHeaders | undefined
  readonly expected?: { readonly sha256?: string | undefined; readonly md5?: string | undefined } | undefined
  /** md5 also computes the MD5 of the bytes. */
  readonly md5?: boolean
  readonly signal?: AbortSignal | undefined
  /** version is that of an upload which is registered already, with so many bytes that count as stored. */
  readonly version?: (Version & { readonly reserved: number }) | undefined
}

/** PutResult is an object, and whether it took the place of another. */
export interface PutResult {
  readonly object: StorageObject
  readonly replaced: boolean
}

/** MAX_OBJECT_BYTES is how large any object may be. */
export const MAX_OBJECT_BYTES = 5 * 1024 ** 4

// A small file is there sooner than all questions about it are answered.
const SMALL_BYTES = 256 * 1024
const MAX_UNFINISHED = 10_000
// Where a project has more room than this, no small files that come at the same time can take it.
const AMPLE_BYTES = 1024 * SMALL_BYTES
const UPLOAD_SECONDS = 24 * 3600

/** PreparedUpload is an upload that may begin. */
export interface PreparedUpload {
  readonly upload: Upload
  readonly maxBytes: number
  readonly quotaBytes: number
  readonly version: Version
  readonly isRegistered: boolean
}

/** checkUpload throws where a file does not fit into its bucket or the quota, and returns the bytes that do. */
export async function checkUpload(
  storage: Storage,
  { project, bucket, size, mimeType, version }: Omit<Upload, 'object' | 'caller'>,
): Promise<Pick<PreparedUpload, 'maxBytes' | 'quotaBytes'>> {
  checkOpen(bucket)
  const limit = bucket.file_size_limit ?? MAX_OBJECT_BYTES
  if (size !== undefined && size > limit) throw tooLarge(bucket, limit)
  if (mimeType !== UNKNOWN_TYPE) checkAllowed(mimeType, bucket.allowed_mime_types)
  const room = (await roomOf(storage, project)) + (version?.reserved ?? 0)
  if (room <= 0 || (size !== undefined && size > room)) throw await overQuota(storage, project)
  return { maxBytes: Math.min(limit, room), quotaBytes: room }
}

/** prepareUpload throws whatever is known to be wrong before the first byte; of large files, also what policies say. */
export async function prepareUpload(storage: Storage, upload: Upload): Promise<PreparedUpload> {
  const { project, size, headers = {} } = upload
  checkCondition(upload.object)
  const bounds = await checkUpload(storage, upload)
  const version = upload.version ?? newVersion(project)
  // The row of an object brings no headers.
  const isPlain = Object.keys(headers).length === 0
  const isSmall = isPlain && size !== undefined && size <= SMALL_BYTES && bounds.quotaBytes > AMPLE_BYTES
  const isRegistered = upload.version !== undefined || !isSmall
  if (upload.version === undefined && isRegistered)
    await registerUpload(storage, upload, version, UPLOAD_SECONDS)
  return { upload, version, ...bounds, isRegistered }
}

/** newVersion names bytes that are still to come. */
export function newVersion(project: StorageProject): Version {
  return { id: randomUUID(), key: newBlobKey(project.id) }
}

/**
 * registerUpload announces an upload, or throws what the policies say of it. `holder` is whose share of the quota has the room,
 * where the bytes come in later requests.
 */
export async function registerUpload(
  storage: Storage,
  upload: Upload,
  version: Version,
  dueInSeconds: number,
  holder?: string,
): Promise<void> {
  const { project, caller, object, size = 0, mimeType, headers } = upload
  const { admin } = storage.clusters.of(project)
  if ((await countUnfinished(admin, project.id, MAX_UNFINISHED)) >= MAX_UNFINISHED)
    throw new AppError(
      'quota_exceeded',
      'Too many uploads of this project are unfinished. Finish them first.',
    )
  await checkReservable(storage, project, holder, size)
  const announced = {
    ...version,
    size,
    mimeType,
    stored: undefined,
    dueInSeconds,
    headers,
    reservedBy: holder,
  }
  await insertBlob(admin, project.id, announced)
  try {
    await checkQuota(storage, project)
    // Asked once the own bytes are among them: of several at a time, none slips through.
    await checkReserved(storage, project, holder)
    const blob = { id: version.id, size, mimeType, sha256: '' }
    const isKnown = upload.size !== undefined && mimeType !== UNKNOWN_TYPE
    await rehearse(storage, project, caller, object, blob).catch(async (error) => {
      // What is not known yet may be what the policies ask for.
      if (isKnown || !(await policiesReadBytes(admin, project.id))) throw error
    })
  } catch (error) {
    await releaseBlob(admin, project.id, version)
    throw error
  }
}

/** storeUpload stores the bytes and makes them an object. */
export async function storeUpload(
  storage: Storage,
  prepared: PreparedUpload,
  body: BlobBody,
): Promise<PutResult> {
  return orDiscard(storage, prepared, async () => {
    const { stored, mimeType } = await storeBytes(storage, prepared, body)
    return finish(storage, prepared, stored, mimeType)
  })
}

/** finishUpload makes bytes an object that are in the store already, under the key of a prepared upload. */
export async function finishUpload(
  storage: Storage,
  prepared: PreparedUpload,
  stored: StoredBlob,
  head: Uint8Array,
): Promise<PutResult> {
  const { mimeType: declared, bucket, headers } = prepared.upload
  return orDiscard(storage, prepared, async () => {
    const mimeType = await typeOf(declared, head, headers)
    checkAllowed(mimeType, bucket.allowed_mime_types)
    return finish(storage, prepared, stored, mimeType)
  })
}

async function storeBytes(storage: Storage, prepared: PreparedUpload, body: BlobBody) {
  const { upload, maxBytes, quotaBytes, version } = prepared
  let mimeType = upload.mimeType
  const look = async (head: Uint8Array) => {
    mimeType = await typeOf(upload.mimeType, head, upload.headers)
    checkAllowed(mimeType, upload.bucket.allowed_mime_types)
  }
  const { size, expected, md5, signal } = upload
  try {
    const options = { maxBytes, size, expected, md5, signal }
    const stored = await storage.platform.blobs.put(version.key, withHead(body, look), options)
    return { stored, mimeType }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payload_too_large') throw error
    throw maxBytes === quotaBytes
      ? await overQuota(storage, upload.project)
      : tooLarge(upload.bucket, maxBytes)
  }
}

async function finish(
  storage: Storage,
  { upload, version, isRegistered }: PreparedUpload,
  stored: StoredBlob,
  mimeType: string,
): Promise<PutResult> {
  const { project, caller, object } = upload
  if (!isRegistered) return attachBlob(storage, project, caller, object, { ...version, ...stored, mimeType })
  const { admin } = storage.clusters.of(project)
  if (!(await finishBlob(admin, project.id, version, mimeType, stored)))
    throw conflict('changed_meanwhile', 'This upload took too long. Send the file again.')
  // Others may have stored something meanwhile.
  await checkQuota(storage, project)
  return attachBlob(storage, project, caller, object, { id: version.id, ...stored, mimeType })
}

async function orDiscard(
  storage: Storage,
  prepared: PreparedUpload,
  work: () => Promise<PutResult>,
): Promise<PutResult> {
  const { project } = prepared.upload
  const result = await work().catch(async (error) => {
    await discard(storage, prepared, error).catch((err) =>
      storage.platform.log.warn(
        { err, project_id: project.id },
        'an upload that failed is left to the sweeper',
      ),
    )
    throw error
  })
  await storage.changed(project, result.object.id, result.replaced ? 'changed' : 'created')
  return result
}

async function discard(
  { clusters, platform }: Storage,
  { upload, version, isRegistered }: PreparedUpload,
  error: unknown,
): Promise<void> {
  const { admin } = clusters.of(upload.project)
  const release = () => {
    // A signed address can be tried again.
    if (upload.version !== undefined) return unclaimBlob(admin, upload.project.id, version)
    // Where the connection broke, the object may be there all the same: then its bytes stay.
    return !isRegistered && !mayBeCommitted(error) ? true : releaseBlob(admin, upload.project.id, version)
  }
  if (await release()) await platform.blobs.remove([version.key])
}
