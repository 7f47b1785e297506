// The scope of a schema change, taken from a request.
import type { FastifyRequest } from 'fastify'
import { accountOf, projectOf } from '#platform/http/routes/request.ts'
import type { ChangeScope } from './schema-change.service.ts'

/** scopeOf returns the project of the URL and the dashboard user who calls. */
export function scopeOf(request: FastifyRequest): ChangeScope {
  const { account_id, email } = accountOf(request)
  return { project: projectOf(request), author: { id: account_id, email } }
}
