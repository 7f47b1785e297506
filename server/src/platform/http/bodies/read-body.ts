// Reads the body of a request up to its limit, whatever it says of its length and in however small pieces it comes.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { type BodyLimit, tooManyBytes } from './body-limits.ts'

const BODY_MS = 120_000
// Time for the answer of a body that came too late.
const LATE_MS = BODY_MS + 15_000

/** endLateBody ends the connection of a request whose body does not come, also where nobody reads it. */
export function endLateBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (length === '0' && encoding === undefined) return
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, LATE_MS)
  timer.unref()
  reply.raw.once('close', () => clearTimeout(timer))
}

/** readBody returns the bytes of a body, or throws 413 as soon as it is known to be beyond the limit. */
export async function readBody(
  headers: IncomingHttpHeaders,
  payload: Readable,
  limit: BodyLimit,
): Promise<Buffer> {
  const declared = Number(headers['content-length'])
  if (declared > limit.bytes) throw tooManyBytes(limit)
  const body = await received(payload, limit)
  if (!Number.isNaN(declared) && declared !== body.length)
    throw invalidInput('The Content-Length does not match the body.')
  return body
}

function received(payload: Readable, limit: BodyLimit): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let body: Buffer = Buffer.alloc(0)
  let length = 0
  const onData = (chunk: Buffer) => {
    if (length + chunk.length > limit.bytes) return settle(() => reject(tooManyBytes(limit)))
    body = length === 0 ? chunk : appended(body, length, chunk)
    length += chunk.length
  }
  const onEnd = () => settle(() => resolve(body.subarray(0, length)))
  const onError = (error: Error) => settle(() => reject(error))
  const timer = setTimeout(() => onError(new AppError('request_timeout')), BODY_MS)
  const settle = (end: () => void) => {
    clearTimeout(timer)
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    end()
  }
  payload.on('data', onData).on('end', onEnd).on('error', onError)
  return promise
}

// A list of pieces would take many times the bytes of a body that comes byte by byte: one buffer grows instead.
function appended(body: Buffer, length: number, chunk: Buffer): Buffer {
  const needed = length + chunk.length
  const target = needed <= body.length ? body : Buffer.allocUnsafeSlow(2 * needed)
  if (target !== body) body.copy(target, 0, 0, length)
  chunk.copy(target, length)
  return target
}
