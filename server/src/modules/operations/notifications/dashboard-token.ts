// Whose a request for a stream is: browsers send the dashboard's token in the query, all others in the header.
import type { FastifyRequest } from 'fastify'
import type { Actor, CredentialResolvers } from '#platform/credentials/actor.ts'
import { unauthorized } from '#platform/errors/app-error.ts'

/** identifyBy returns what identifies the caller of a stream, or throws 401. */
export function identifyBy(
  findAccount: CredentialResolvers['dashboard'],
): (request: FastifyRequest) => Promise<Actor> {
  return async ({ query, headers }) => {
    const { token } = query as { token?: unknown }
    const given =
      token === undefined ? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] : String(token)
    if (given === undefined)
      throw unauthorized(
        'Credentials are missing: send an access token of the dashboard as ?token= or Authorization.',
      )
    const actor = await findAccount(given)
    if (actor === undefined)
      throw unauthorized(
        'The access token is not valid or has expired. Get a new one with POST /api/v1/auth/refresh.',
      )
    return actor
  }
}
