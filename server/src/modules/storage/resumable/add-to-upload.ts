// The requests that move an upload on: more bytes, the question how far it is, and its end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { withoutStalls } from '#modules/storage/uploads/checked-stream.ts'
import { AppError, conflict, forbidden } from '#platform/errors/app-error.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { getUpload } from './create-upload.ts'
import { finish, isComplete } from './finish-upload.ts'
import { receiveParts, tooLong } from './receive-parts.ts'
import { deleteUpload, type ResumableUpload } from './resumable.store.ts'
import { bytesIn, checksumIn } from './tus-headers.ts'
import { locked, type UploadLocks } from './upload-locks.ts'

/** UploadParts is what the requests of one upload stand on. */
export interface UploadParts {
  readonly storage: Storage
  readonly locks: UploadLocks
}

// A large file takes a while to become an object; clients that ask meanwhile wait so many times some seconds.
const MAX_WAITS = 3

const askerOf = (request: FastifyRequest) => ({
  project: projectOf(request),
  caller: storageCallerOf(request),
})

/** uploadOf returns the upload of a request as it is stored, or throws 404. */
export function uploadOf({ storage }: UploadParts, request: FastifyRequest): Promise<ResumableUpload> {
  const { uploadID } = request.params as { uploadID: string }
  return getUpload(storage, askerOf(request), uploadID)
}

/**
 * addBody keeps the body of a request, which begins at an offset of the upload, and makes an object of the upload behind its
 * last byte. It throws 409 where the upload stands elsewhere, and 423 while another request adds to it.
 */
export async function addBody(
  { storage, locks }: UploadParts,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  offset: number,
): Promise<ResumableUpload> {
  const { headers } = request
  const { project, caller } = askerOf(request)
  const checksum = checksumIn(headers)
  const announced = headers['content-length'] === undefined ? 0 : bytesIn(headers, 'content-length')
  const lock = await locks.take(id, () => request.raw.destroy())
  try {
    const upload = await getUpload(storage, { project, caller }, id)
    if (upload.concat?.startsWith('final') && announced > 0)
      throw forbidden('forbidden', 'This upload consists of others: nothing is added to it.')
    if (upload.received !== offset) throw wrongOffset(upload)
    if (announced > upload.length - offset) throw tooLong()
    letBodyCome(request, reply)
    const body = withoutStalls(request.raw)
    const received = await receiveParts(storage, { project, upload, body, checksum, moved: lock.moved })
    lock.settle()
    const whole = { ...upload, received }
    if (isComplete(whole)) await finish(storage, project, caller, whole)
    return await getUpload(storage, { project, caller }, id)
  } finally {
    lock.release()
  }
}

/**
 * readUpload returns the upload of a request as it stands. Clients take an upload for finished whose bytes are all there, so
 * one that a crash has left like that becomes an object first.
 */
export async function readUpload(parts: UploadParts, request: FastifyRequest): Promise<ResumableUpload> {
  const { storage, locks } = parts
  const { project, caller } = askerOf(request)
  let upload = await uploadOf(parts, request)
  for (let waits = 0; isComplete(upload) && upload.stored === null; upload = await uploadOf(parts, request)) {
    const lock = locks.tryTake(upload.id)
    if (lock === undefined) {
      if (++waits > MAX_WAITS) throw locked()
      await locks.released(upload.id)
      continue
    }
    try {
      await finish(storage, project, caller, upload)
    } finally {
      lock.release()
    }
  }
  return upload
}

/** endUpload ends an upload that is not finished, and the request that adds to it. */
export async function endUpload(
  { storage, locks }: UploadParts,
  request: FastifyRequest,
  upload: ResumableUpload,
): Promise<void> {
  if (upload.object_id !== null)
    throw conflict(
      'wrong_state',
      'This upload is finished. Delete its object with DELETE /storage/objects/{objectID}.',
    )
  const { project } = askerOf(request)
  await deleteUpload(storage.clusters.of(project).admin, project.id, upload.id)
  await locks.interrupt(upload.id)
}

function wrongOffset({ received }: ResumableUpload): AppError {
  return new AppError('changed_meanwhile', `Upload-Offset: must be ${received}, where this upload stands.`, {
    headers: { 'upload-offset': String(received) },
  })
}
