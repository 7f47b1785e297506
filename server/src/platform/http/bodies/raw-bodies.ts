// Scopes whose routes take bodies of any type, as bytes.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyLimitOf } from './body-limits.ts'
import { readBody } from './read-body.ts'

type Parsers = Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>

/** readRawBodies has the routes of a scope receive their whole body as a Buffer. */
export function readRawBodies(scope: Parsers): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
    readBody(request.headers, payload, bodyLimitOf(request)),
  )
}

/** leaveBodies has the routes of a scope, with `streams` in their config, read the body of the request themselves. */
export function leaveBodies(scope: Parsers): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}
