// Where the next page of a list is: in headers, since the body of a list stays bare (design 6).
import type { FastifyReply, FastifyRequest } from 'fastify'

/** linkNext says so in `Link`: at the address of the request, with other parameters; null leaves one out. */
export function linkNext(
  { url }: FastifyRequest,
  reply: FastifyReply,
  changes: Readonly<Record<string, string | null>>,
): void {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const params = new URLSearchParams(url.slice(end + 1))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  reply.header('link', `<${url.slice(0, end)}?${params}>; rel="next"`)
}

/** linkCursor says in `X-Next-Cursor` as well behind which entry the next page begins. */
export function linkCursor(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  reply.header('x-next-cursor', cursor)
  linkNext(request, reply, { offset: null, cursor })
}
