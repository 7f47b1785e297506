// Single sign-on: members of an organisation sign in with its OpenID provider (docs/single-sign-on.md).

import { admins, owners, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { createTxtRecords } from '#platform/dns/txt-records.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { settingsRoutes } from './settings.routes.ts'
import { signInRoutes } from './sign-in.routes.ts'

const tags = { 'Single sign-on': "Signing in with an organisation's own OpenID provider." } as const

API_TAGS.add(40, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'sso:read': { allows: 'See the single sign-on of the organisation, and its domains.', roles: admins },
  'sso:write': { allows: 'Change them, and so who comes in.', roles: owners },
} as const

PERMISSIONS.add(30, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** singleSignOnModule returns what the module contributes. */
export function singleSignOnModule(platform: Platform): Module {
  return {
    name: 'single-sign-on',
    answersSecrets: true,
    routes: (api) => {
      settingsRoutes(api, platform, createTxtRecords(platform.config))
      signInRoutes(api, platform)
    },
  }
}
