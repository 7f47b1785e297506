// Organisations, their members and invitations.

import { admins, everyone, owners, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationRoutes } from './organisations.routes.ts'
import { type Memberships, memberships } from './organisations.service.ts'
import { findOrganisation } from './organisations.store.ts'

const tags = { Organisations: 'Organisations, their members and invitations.' } as const

API_TAGS.add(60, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'organisation:read': { allows: 'See the organisation.', roles: everyone },
  'organisation:write': { allows: 'Change the organisation.', roles: admins },
  'organisation:delete': { allows: 'Delete the organisation.', roles: owners },
  'members:read': { allows: 'List members.', roles: everyone },
  'members:write': { allows: 'Add, change, invite and remove members.', roles: admins },
} as const

PERMISSIONS.add(10, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** OrganisationsModule is the module, with what accounts may do in organisations. */
export interface OrganisationsModule extends Module, Memberships {}

export function organisationsModule(platform: Platform): OrganisationsModule {
  const members = memberships(platform)
  return {
    name: 'organisations',
    routes: (api) => organisationRoutes(api, platform),
    resolvers: {
      membership: members.membership,
      organisation: async (id) => (await findOrganisation(platform.clusters.main.admin, id)) !== undefined,
    },
    ...members,
  }
}
