// Routes of users and their sessions: /projects/{projectID}/auth/users and /auth/sessions.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { user } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { listSessions, removeSession } from '#modules/auth/sessions/sessions.ts'
import { hasScope } from '#platform/credentials/access.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkNext } from '#platform/http/routes/next-page.ts'
import { projectOf, userOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { session } from '#platform/sessions/tokens.ts'
import { listUsers } from './list-users.ts'
import { updateOwnUser } from './own-user.ts'
import * as schema from './users.schema.ts'
import { getUser, presentManagedUser, presentUser, removeUser, requireSelf, updateUser } from './users.ts'

const managers = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const
const everyone = { by: ['dashboard', 'api_key', 'project_user'], scope: 'auth', secretOnly: true } as const
const users = { by: ['project_user'] } as const

// Users themselves may not: what policies trust is not theirs.
function mayChange({ actor, rights }: FastifyRequest): boolean {
  if (actor?.type === 'api_key') return hasScope(actor, 'auth', 'write')
  return actor?.type === 'dashboard' && rights?.permissions.has('auth:write') === true
}

/** userRoutes registers the routes of users and their sessions. */
export function userRoutes(app: App, auth: Auth): void {
  const { platform } = auth
  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project users',
    group: 'auth',
    access: everyone,
    params: projectParams,
  })

  routes.get(
    '/users',
    {
      summary: 'List users',
      description:
        'The latest first unless `order` says otherwise. `Link: rel="next"` says where the next page is.',
      query: schema.userList,
      responseHeaders: ['Link', 'X-Total-Count'],
      response: answers(200, z.array(user)),
      access: managers,
    },
    async (request, reply) => {
      const found = await listUsers(platform, projectOf(request), request.query)
      if (found.more) linkNext(request, reply, { page: String(request.query.page + 1) })
      if (found.total !== undefined) reply.header('x-total-count', String(found.total))
      return found.users
    },
  )

  routes.get(
    '/users/:userID',
    { summary: 'Get a user', params: schema.userParams, response: answers(200, schema.shownUser) },
    async (request) => {
      const id = requireSelf(request.actor, request.params.userID)
      return getUser(platform, projectOf(request), id, mayChange(request) ? presentManagedUser : presentUser)
    },
  )

  routes.patch(
    '/users/:userID',
    {
      summary: 'Change a user',
      description: 'Users may change themselves, except for what signs them in without their password.',
      params: schema.userParams,
      body: schema.userUpdate,
      response: answers(200, schema.shownUser),
    },
    async (request) => {
      const id = requireSelf(request.actor, request.params.userID)
      const project = projectOf(request)
      return request.actor?.type === 'project_user'
        ? updateOwnUser(auth, project, request.actor, request.body)
        : updateUser(auth, project, id, request.body, { keepSession: undefined }, presentManagedUser)
    },
  )

  routes.delete(
    '/users/:userID',
    {
      summary: 'Delete a user',
      description:
        'For good. Refused where rows of the project refer to the user and are not to go with them.',
      params: schema.userParams,
      response: answers(204),
    },
    (request) => removeUser(auth, projectOf(request), requireSelf(request.actor, request.params.userID)),
  )

  routes.get(
    '/sessions',
    { summary: 'List your sessions', response: answers(200, z.array(session)), access: users },
    (request) => listSessions(platform, projectOf(request), userOf(request)),
  )

  routes.delete(
    '/sessions/:sessionID',
    { summary: 'End a session', params: schema.sessionParams, response: answers(204), access: users },
    (request) =>
      removeSession(platform, projectOf(request), userOf(request).user_id, request.params.sessionID),
  )
}
