// Takes the bytes of a request: everything that can be refused before them is refused before them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import type { Storage } from '#storage/context/storage.ts'
import { withoutStalls } from './checked-stream.ts'
import { type PutResult, prepareUpload, storeUpload, type Upload } from './put-object.service.ts'

/** receiveUpload stores the body of a request as an object. */
export async function receiveUpload(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
): Promise<PutResult> {
  const prepared = await prepareUpload(storage, upload)
  letBodyCome(request, reply)
  return storeUpload(storage, prepared, withoutStalls(request.raw))
}
