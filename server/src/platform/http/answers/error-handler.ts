// Turns whatever was thrown into the body that errors have.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { translateError } from '#platform/db/executor/postgres-errors.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import { isUnderWay, lingering } from '#platform/http/connections/lingering.ts'
import type { Log } from '#platform/log/log.ts'
import { failure } from './envelope.ts'

// Fastify's own refusals, which come before any handler.
const FASTIFY: Record<string, readonly [ErrorCode, string?]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_input', 'The request body is empty; JSON was expected.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The Content-Length does not match the body.'],
  FST_ERR_BAD_URL: ['invalid_input', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_input', 'A part of the address is too long.'],
}

/** toAppError returns the AppError that an error amounts to; what is unknown becomes a bare 500. */
export function toAppError(thrown: unknown): AppError {
  const error = translateError(thrown)
  if (error instanceof AppError) return error
  const { code, statusCode, message } = error as Partial<FastifyError>
  const known = FASTIFY[code ?? '']
  if (known !== undefined) return new AppError(known[0], known[1], { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_input', message, { cause: error })
  }
  return new AppError('internal', undefined, { cause: error })
}

const HUNG_UP = 'The client closed the connection before the request was answered.'

// A client that is gone receives no answer, and the log should not count it as a fault of ours.
function isHangUp(thrown: unknown, { raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ECONNRESET') return raw.complete === false
  // Fastify destroys the stream of an answer that nobody receives any more.
  return code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
}

// What code of a project does wrong is in that project's own log.
const OF_PROJECTS: ReadonlySet<ErrorCode> = new Set([
  'function_failed',
  'function_bad_answer',
  'function_timeout',
  'function_ended',
  'function_out_of_memory',
  'hook_failed',
])

/** errorHandler answers for every error of every route, and logs those that are our own fault. */
export function errorHandler(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendError(request, reply, logError(log, thrown, request, reply))
}

/** logError returns the AppError that an error amounts to, and logs it if it is our own fault. */
export function logError(log: Log, thrown: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const error = isHangUp(thrown, request, reply) ? new AppError('invalid_input', HUNG_UP) : toAppError(thrown)
  const about = { request_id: request.id, route: request.routeOptions.url }
  // What is said on purpose needs no stack: a gateway is not set up, a queue is full.
  if (thrown === error && error.code === 'unavailable')
    log.warn({ ...about, err: error.message }, 'request refused')
  else if (error.status >= 500 && !OF_PROJECTS.has(error.code))
    log.error({ ...about, err: thrown }, 'request failed')
  return error
}

const OF_SUCCESS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'etag',
  'expires',
  'last-modified',
]

/**
 * dropAnswer takes off what describes the answer that an error takes the place of, since a stream can break off before its first byte.
 * What was not to be stored still is not.
 */
export function dropAnswer(reply: FastifyReply): void {
  const isSecret = reply.getHeader('cache-control') === 'no-store'
  for (const name of OF_SUCCESS) reply.removeHeader(name)
  if (isSecret) reply.header('cache-control', 'no-store')
}

function sendError({ raw }: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const body = failure(error)
  dropAnswer(reply)
  reply.code(error.status).headers(error.headers).type('application/json; charset=utf-8')
  if (!isUnderWay(raw)) return reply.send(body)
  // Fastify knows no length of a stream, and without one a client waits for the end.
  return reply.header('content-length', Buffer.byteLength(body)).send(lingering(raw, body))
}
