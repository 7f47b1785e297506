// End users of projects: ways to sign in, sessions, factors, providers, roles (spec 4.3).

import { createAuth } from '#auth/context/auth.ts'
import { createAuthHooks } from '#auth/hooks/auth-hooks.ts'
import { codeDelivery, ownDelivery } from '#auth/messages/send-code.ts'
import type { CallFunction } from '#modules/functions/invoke/background-calls.service.ts'
import type { Senders } from '#modules/integrations/senders.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { authRoutes } from './auth.routes.ts'
import { createUserLookup, findUserActor, type UserLookup } from './auth.service.ts'

export function authModule(
  platform: Platform,
  projects: { readonly find: FindProject },
  functions: { readonly call: CallFunction },
  integrations: { readonly senders: Senders },
): Module & { readonly users: UserLookup } {
  const auth = createAuth(platform, createAuthHooks(platform, functions.call), integrations.senders)
  const users = createUserLookup(auth, projects.find)
  return {
    name: 'auth',
    routes: (api) => authRoutes(api, auth),
    jobs: [codeDelivery(platform), ownDelivery(auth)],
    resolvers: {
      projectUser: (token) => users.find(token),
      userById: (project, id) => findUserActor(platform, project, id),
    },
    users,
  }
}
