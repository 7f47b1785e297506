// Routes by which a project manages its users: /projects/{projectID}/auth/users. For dashboard users and secret
// keys; users themselves cannot call them.
import { z } from 'zod'
import { linkRequested } from '#modules/auth/codes/links.schema.ts'
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { removeSession } from '#modules/auth/sessions/sessions.ts'
import * as schema from '#modules/auth/users/users.schema.ts'
import { idsOf } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { createUser, endUserSessions, inviteUser, listUserSessions, sendToUser } from './managed-users.ts'

const tags = ['Project users']
const access = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const
const limit = { name: 'user-mail', limit: 60, window_seconds: 60 }

/** managedUserRoutes registers the routes. */
export function managedUserRoutes(app: App, auth: Auth): void {
  const { platform } = auth

  app.post(
    '/projects/:projectID/auth/users',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a user',
        description: 'Whether or not the project takes sign-ups. The hook `before_signup` is not asked.',
        conflicts: true,
        params: projectParams,
        body: schema.userCreate,
        response: answers(201, schema.shownUser),
      },
    },
    async (request, reply) => {
      const made = await createUser(auth, projectOf(request), request.body)
      reply.code(201)
      return made
    },
  )

  app.post(
    '/projects/:projectID/auth/users/invite',
    {
      config: { access, limit, minimal: ({ user }: { user: object }) => ({ user: idsOf(user) }) },
      schema: {
        tags,
        summary: 'Invite a user',
        description:
          'Creates a user without a password, and mails a link that is good for 7 days. Its token, or the code, signs in ' +
          'by `POST /auth/magic-link/verify`.',
        conflicts: true,
        params: projectParams,
        body: schema.userInvite,
        response: answers(201, schema.userInvited),
      },
    },
    async (request, reply) => {
      const invited = await inviteUser(auth, projectOf(request), request.body, sourceOf(request))
      reply.code(201)
      return invited
    },
  )

  app.post(
    '/projects/:projectID/auth/users/:userID/send',
    {
      config: { access, limit },
      schema: {
        tags,
        summary: 'Send a user a message',
        description:
          'A code to reset the password, a link to confirm the address or to sign in, or the invitation once more. ' +
          '409 where the user has no address, is deactivated, or has confirmed it.',
        conflicts: true,
        params: schema.userParams,
        body: schema.userMessage,
        response: answers(200, linkRequested),
      },
    },
    (request) => sendToUser(auth, projectOf(request), request.params.userID, request.body, sourceOf(request)),
  )

  app.get(
    '/projects/:projectID/auth/users/:userID/sessions',
    {
      config: { access },
      schema: {
        tags,
        summary: "List a user's sessions",
        description: 'The live ones, the latest first.',
        params: schema.userParams,
        response: answers(200, z.array(schema.userSession)),
      },
    },
    (request) => listUserSessions(platform, projectOf(request), request.params.userID),
  )

  app.delete(
    '/projects/:projectID/auth/users/:userID/sessions',
    {
      config: { access },
      schema: {
        tags,
        summary: "End all of a user's sessions",
        params: schema.userParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await endUserSessions(platform, projectOf(request), request.params.userID)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/projects/:projectID/auth/users/:userID/sessions/:sessionID',
    {
      config: { access },
      schema: {
        tags,
        summary: "End one of a user's sessions",
        params: schema.userSessionParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { userID, sessionID } = request.params
      await removeSession(platform, projectOf(request), userID, sessionID)
      return reply.code(204).send()
    },
  )
}
