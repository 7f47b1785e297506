// Who calls a function: as the function sees it, and with which credentials it calls the API on their behalf.
import type { FastifyRequest } from 'fastify'
import type { FunctionCaller } from '#modules/automation/functions/live/entry.ts'
import type { LiveFunction } from '#modules/automation/functions/live/live-functions.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { API_KEY_HEADER } from '#platform/credentials/identify.ts'
import { forbidden, unauthorized } from '#platform/errors/app-error.ts'

/** functionCallerOf returns an actor as functions see it. */
export function functionCallerOf(actor: Actor | undefined): FunctionCaller {
  if (actor === undefined) return { type: 'anonymous', id: null }
  if (actor.type === 'dashboard') return { type: 'dashboard', id: actor.account_id, email: actor.email }
  if (actor.type === 'api_key') return { type: 'api_key', id: actor.key_id, kind: actor.kind }
  const claims = JSON.parse(actor.context.claims) as { email?: string; role_ids?: string[] }
  return { type: 'user', id: actor.user_id, email: claims.email ?? null, roles: claims.role_ids ?? [] }
}

/**
 * credentialsOf returns the caller's own credentials for the API. A dashboard user's would not fit there: functions that
 * one of them invokes act as the project itself, like those that no one invokes.
 */
export function credentialsOf({ actor, headers }: FastifyRequest): Record<string, string> | undefined {
  if (actor?.type === 'dashboard') return undefined
  if (actor === undefined) return {}
  const key = headers[API_KEY_HEADER]
  return {
    ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
    ...(key === undefined ? {} : { [API_KEY_HEADER]: String(key) }),
  }
}

/** checkAccess throws 401 or 403 where a caller may not call a function. */
export function checkAccess(
  { access, slug }: Pick<LiveFunction, 'access' | 'slug'>,
  actor: Actor | undefined,
): void {
  if (access === 'public') return
  if (actor === undefined)
    throw unauthorized(
      access === 'private'
        ? `The function ${slug} is private. Send a secret API key as X-PLATFORM-API-Key.`
        : `The function ${slug} is for signed-in users. Send a session as Authorization: Bearer <access token>.`,
    )
  const trusted = actor.type === 'dashboard' || (actor.type === 'api_key' && actor.kind === 'secret')
  if (trusted || (access === 'authenticated' && actor.type === 'project_user')) return
  throw forbidden(
    'wrong_credentials',
    access === 'private'
      ? `The function ${slug} is private: only secret API keys and dashboard users can call it.`
      : `The function ${slug} is for signed-in users; a publishable key is not enough.`,
  )
}
