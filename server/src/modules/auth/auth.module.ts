// End users of projects: ways to sign in, sessions, factors, providers, roles.

import { createAuth } from '#modules/auth/context/auth.ts'
import { createAuthHooks } from '#modules/auth/hooks/auth-hooks.ts'
import { hooksOfFunctions } from '#modules/auth/hooks/hook-settings.ts'
import { codeDelivery, codesByIntegration, ownDelivery } from '#modules/auth/messages/send-code.ts'
import { usersWithRole } from '#modules/auth/roles/roles.ts'
import type { CallFunction, Complain } from '#modules/automation/functions/invoke/background-calls.service.ts'
import type { Senders } from '#modules/automation/integrations/senders.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { admins, developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { authRoutes } from './auth.routes.ts'
import { createUserLookup, findUserActor, type UserLookup } from './auth.service.ts'
import { USER_EVENTS } from './users/user-events.ts'

const tags = {
  'Project auth': "Signing up and in of a project's end users.",
  'Project users': "A project's end users, their sessions and identities.",
  'Second factors': 'Authenticator apps and recovery codes.',
  'Project roles': 'Roles and permissions of end users.',
  'Identity providers': 'Signing in with OpenID Connect.',
  'Project auth settings': 'Settings, signing keys, messages and the outbox of project auth.',
} as const

API_TAGS.add(170, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'auth:read': { allows: 'See end users, their roles, and the settings of project auth.', roles: readers },
  'auth:write': { allows: 'Change them, and read the outbox of messages.', roles: developers },
  'auth:configure': { allows: 'Rotate the signing keys of project auth.', roles: admins },
} as const

PERMISSIONS.add(170, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { auth: true } as const

ROUTE_GROUPS.add(20, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

declare module '#platform/references/references.ts' {
  interface ReferredKinds {
    role: unknown
  }
}

/** AuthNeeds are the services of other modules. */
export interface AuthNeeds {
  readonly projects: { readonly find: FindProject }
  readonly functions: { readonly call: CallFunction; readonly complain: Complain }
  readonly integrations: { readonly senders: Senders }
}

/** AuthModule is the module, with what others look end users up by. */
export interface AuthModule extends Module {
  readonly users: UserLookup
}

export function authModule(platform: Platform, { projects, functions, integrations }: AuthNeeds): AuthModule {
  const auth = createAuth(platform, createAuthHooks(platform, functions), integrations.senders)
  const users = createUserLookup(auth, projects.find)
  return {
    name: 'auth',
    answersSecrets: true,
    hostPaths: { short: ['/projects/:projectID/auth'] },
    events: USER_EVENTS,
    routes: (api) => authRoutes(api, auth),
    references: {
      function: hooksOfFunctions(),
      integration: codesByIntegration(auth),
      role: usersWithRole,
    },
    jobs: [codeDelivery(platform), ownDelivery(auth)],
    resolvers: {
      projectUser: (token) => users.find(token),
      userById: (project, id) => findUserActor(platform, project, id),
    },
    users,
  }
}
