// Routes by which a project manages its users: /projects/{projectID}/auth/users. For dashboard users and secret
// keys; users themselves cannot call them.

import { z } from 'zod'
import { linkRequested } from '#modules/auth/codes/links.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { removeSession } from '#modules/auth/sessions/sessions.ts'
import * as schema from '#modules/auth/users/users.schema.ts'
import { idsOf } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { createUser, endUserSessions, inviteUser, listUserSessions, sendToUser } from './managed-users.ts'

const limit = { name: 'user-mail', of: 'address', limit: 60, window_seconds: 60 } as const

/** managedUserRoutes registers the routes. */
export function managedUserRoutes(app: App, auth: Auth): void {
  const { platform } = auth

  const routes = section(app, {
    at: '/projects/:projectID/auth/users',
    tag: 'Project users',
    group: 'auth',
    access: { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true },
    params: projectParams,
  })

  routes.post(
    '',
    {
      summary: 'Create a user',
      description: 'Whether or not the project takes sign-ups. The hook `before_signup` is not asked.',
      conflicts: true,
      body: schema.userCreate,
      response: answers(201, schema.shownUser),
    },
    (request) => createUser(auth, projectOf(request), request.body),
  )

  routes.post(
    '/invite',
    {
      summary: 'Invite a user',
      description:
        'Creates a user without a password, and mails a link that is good for 7 days. Its token, or the code, signs in ' +
        'by `POST /auth/magic-link/verify`.',
      conflicts: true,
      body: schema.userInvite,
      response: answers(201, schema.userInvited),
      limit,
      minimal: ({ user }: { user: object }) => ({ user: idsOf(user) }),
    },
    (request) => inviteUser(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/:userID/send',
    {
      summary: 'Send a user a message',
      description:
        'A code to reset the password, a link to confirm the address or to sign in, or the invitation once more. ' +
        '409 where the user has no address, is deactivated, or has confirmed it.',
      conflicts: true,
      params: schema.userParams,
      body: schema.userMessage,
      response: answers(200, linkRequested),
      limit,
    },
    (request) => sendToUser(auth, projectOf(request), request.params.userID, request.body, sourceOf(request)),
  )

  routes.get(
    '/:userID/sessions',
    {
      summary: "List a user's sessions",
      description: 'The live ones, the latest first.',
      params: schema.userParams,
      response: answers(200, z.array(schema.userSession)),
    },
    (request) => listUserSessions(platform, projectOf(request), request.params.userID),
  )

  routes.delete(
    '/:userID/sessions',
    { summary: "End all of a user's sessions", params: schema.userParams, response: answers(204) },
    (request) => endUserSessions(platform, projectOf(request), request.params.userID),
  )

  routes.delete(
    '/:userID/sessions/:sessionID',
    { summary: "End one of a user's sessions", params: schema.userSessionParams, response: answers(204) },
    (request) => {
      const { userID, sessionID } = request.params
      return removeSession(platform, projectOf(request), userID, sessionID)
    },
  )
}
