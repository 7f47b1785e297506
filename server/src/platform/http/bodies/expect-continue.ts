// `Expect: 100-continue`: a client that waits before it sends its body is told to go on only when the body is about to be
// read, so that what is refused anyway is never sent (RFC 9110, 10.1.1).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const waiting = new WeakSet<IncomingMessage>()

/** deferContinue keeps Node from telling every client at once to go on. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
}

/** letBodyCome tells a client that waits to go on. */
export function letBodyCome({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(raw)) reply.raw.writeContinue()
}
