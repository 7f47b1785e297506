// What the routes of rows have in common: answers to writes, keys that make them safe to repeat, links to more pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import type { Written } from './operations.ts'
import type { Page } from './read-rows.service.ts'

/** send answers with what a write came to. */
export function send(reply: FastifyReply, { status, data, replayed }: Written) {
  reply.code(status)
  if (replayed) reply.header('idempotency-replayed', 'true')
  return data === null ? reply.send() : data
}

/** idempotentOf gives the Idempotency-Key of a request and what it stands for. */
export function idempotentOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === undefined) return undefined
  const content = `${request.method} ${request.url} ${request.headers.prefer ?? ''}\n${JSON.stringify(request.body)}`
  return { key, content }
}

/** linkNext says in headers where the next page is; the body of a list stays bare (design 6). */
export function linkNext(request: FastifyRequest, reply: FastifyReply, { plan, next, full }: Page): void {
  if (!full || plan === undefined) return
  const { url } = request
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const params = new URLSearchParams(url.slice(end + 1))
  if (next === undefined) {
    params.set('offset', String(plan.offset + plan.limit))
  } else {
    reply.header('x-next-cursor', next)
    params.delete('offset')
    params.set('cursor', next)
  }
  reply.header('link', `<${url.slice(0, end)}?${params}>; rel="next"`)
}
