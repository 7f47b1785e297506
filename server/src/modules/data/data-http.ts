// What the routes of rows have in common: answers to writes, links to more pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkCursor, linkNext } from '#platform/http/next-page.ts'
import type { Written } from './operations.ts'
import type { Page } from './read-rows.service.ts'

/** send answers with what a write came to. */
export function send(reply: FastifyReply, { status, data, replayed }: Written) {
  reply.code(status)
  if (replayed) reply.header('idempotency-replayed', 'true')
  return data === null ? reply.send() : data
}

/** linkPage says in headers where the next page is. */
export function linkPage(request: FastifyRequest, reply: FastifyReply, { plan, next, full }: Page): void {
  if (!full || plan === undefined) return
  if (next === undefined) linkNext(request, reply, { offset: String(plan.offset + plan.limit) })
  else linkCursor(request, reply, next)
}
