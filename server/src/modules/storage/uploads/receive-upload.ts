// Takes the bytes of a request: everything that can be refused before them is refused before them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '#modules/storage/context/storage.ts'
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { withoutStalls } from './checked-stream.ts'
import { type PutResult, prepareUpload, storeUpload, type Upload } from './put-object.service.ts'

/** receiveUpload stores bytes as an object: those that a form has brought, else the body of the request. */
export async function receiveUpload(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  bytes?: BlobBody,
): Promise<PutResult> {
  const prepared = await prepareUpload(storage, upload)
  if (bytes !== undefined) return storeUpload(storage, prepared, bytes)
  letBodyCome(request, reply)
  return storeUpload(storage, prepared, withoutStalls(request.raw))
}
