// Conditions on requests that write (RFC 9110, 13): what a route does not describe is refused, and never passed over in silence.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { invalidInput } from '#platform/errors/app-error.ts'

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'x-amz-if-match-last-modified-time',
  'x-amz-if-match-size',
  'x-amz-if-match-initiated-time',
]

/** checkConditions throws a 400 where a request has a condition that it does not take. */
export function checkConditions(headers: IncomingHttpHeaders, taken: readonly string[]): void {
  const other = CONDITIONS.find((name) => headers[name] !== undefined && !taken.includes(name))
  if (other !== undefined) throw invalidInput(`${other}: this request cannot be bound to such a condition.`)
}

/** refuseConditions is a hook that refuses the conditions which a route that writes does not describe. */
export async function refuseConditions({ method, headers, routeOptions }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  const { requestHeaders = [] } = routeOptions.schema ?? {}
  checkConditions(
    headers,
    requestHeaders.map((name) => name.toLowerCase()),
  )
}
