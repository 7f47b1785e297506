// Where the pages before and behind a page of a list are: in headers, since the body of a list stays bare.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** PageRelation is how another page relates to this one (RFC 8288). */
export type PageRelation = 'next' | 'prev'

const CURSOR_HEADERS: Readonly<Record<PageRelation, string>> = {
  next: 'x-next-cursor',
  prev: 'x-prev-cursor',
}

/** linkNext says in `Link` where the next page is: at the address of the request, with other parameters. */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  changes: Readonly<Record<string, string>>,
): void {
  link(request, reply, 'next', changes)
}

/** linkCursor says in `X-Next-Cursor` or `X-Prev-Cursor` as well at which entry the other page begins. */
export function linkCursor(
  request: FastifyRequest,
  reply: FastifyReply,
  cursor: string,
  relation: PageRelation = 'next',
): void {
  reply.header(CURSOR_HEADERS[relation], cursor)
  link(request, reply, relation, { offset: null, cursor })
}

// Null leaves a parameter out.
function link(
  { url }: FastifyRequest,
  reply: FastifyReply,
  relation: PageRelation,
  changes: Readonly<Record<string, string | null>>,
): void {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const params = new URLSearchParams(url.slice(end + 1))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const one = `<${url.slice(0, end)}?${params}>; rel="${relation}"`
  const before = reply.getHeader('link')
  reply.header('link', before === undefined ? one : `${before}, ${one}`)
}
