// The answer that sends a browser on in a sign-in, and that no cache and no other site learns from.
import type { FastifyReply } from 'fastify'
import type { Redirection } from './sign-in-states.ts'

/** sendRedirection answers 302. */
export function sendRedirection(reply: FastifyReply, { location, cookie }: Redirection): FastifyReply {
  return reply
    .headers({ 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(location, 302)
}
