// What the routes of rows have in common: answers to writes, links to more pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Written } from './operations.ts'
import type { Page } from './read-rows.service.ts'

/** send answers with what a write came to. */
export function send(reply: FastifyReply, { status, data, replayed }: Written) {
  reply.code(status)
  if (replayed) reply.header('idempotency-replayed', 'true')
  return data === null ? reply.send() : data
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
