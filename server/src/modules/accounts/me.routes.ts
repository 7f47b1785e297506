// Routes of the caller's own account (design 6): /me and its sessions.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import type { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import { session } from '#platform/sessions/tokens.ts'
import * as schema from './accounts.schema.ts'
import { getProfile, presentAccount, updateProfile } from './profile.ts'
import { listSessions, removeSession } from './sessions.ts'

const tags = ['Accounts']
const access = { by: ['dashboard'], permission: 'self' } as const

/** meRoutes registers the routes of the account that calls. */
export function meRoutes(app: App, platform: Platform, attempts: PasswordAttempts): void {
  app.get(
    '/me',
    {
      config: { access },
      schema: { tags, summary: 'Get your account', response: answers(200, schema.account) },
    },
    async (request) => presentAccount(await getProfile(platform, accountOf(request))),
  )

  app.patch(
    '/me',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change your account',
        description: 'A new e-mail address or password needs the current password.',
        body: schema.accountUpdate,
        response: answers(200, schema.account),
      },
    },
    async (request) =>
      presentAccount(await updateProfile(platform, attempts, accountOf(request), request.body)),
  )

  app.get(
    '/me/sessions',
    {
      config: { access },
      schema: { tags, summary: 'List your sessions', response: answers(200, z.array(session)) },
    },
    (request) => listSessions(platform, accountOf(request)),
  )

  app.delete(
    '/me/sessions/:sessionID',
    {
      config: { access },
      schema: { tags, summary: 'End a session', params: schema.sessionParams, response: answers(204) },
    },
    async (request, reply) => {
      await removeSession(platform, accountOf(request).account_id, request.params.sessionID)
      return reply.code(204).send()
    },
  )
}
