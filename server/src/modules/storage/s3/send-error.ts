// Answers with errors as S3 clients read them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dropAnswer, toAppError } from '#platform/http/answers/error-handler.ts'
import { codeOf } from './s3-errors.ts'
import { element, errorDocument } from './xml.ts'

/** sendS3Error answers with an error. */
export function sendS3Error(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  const [code, status] = codeOf(error)
  const { 'www-authenticate': _, ...headers } = error.headers
  if (status >= 500 && error.code === 'internal') request.log.error({ err: thrown }, 'S3 request failed')
  dropAnswer(reply)
  reply.code(status).headers(headers).type('application/xml')
  // What the client still sends of a body has nobody who reads it.
  if (!request.raw.complete) reply.header('connection', 'close')
  const parts = [element('Code', code), element('Message', error.message), element('RequestId', request.id)]
  return reply.send(errorDocument(parts))
}
