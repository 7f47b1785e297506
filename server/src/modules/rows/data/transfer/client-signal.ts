// When a client is gone, what it asked for ends.
import type { FastifyReply } from 'fastify'
import { invalidInput } from '#platform/errors/app-error.ts'

/** whileConnected returns a signal that aborts when the connection of an answer closes. */
export function whileConnected({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const abort = () =>
    gone.abort(invalidInput('The client closed the connection before the request was answered.'))
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return gone.signal
}
