// Organisations, their members and invitations.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationRoutes } from './organisations.routes.ts'
import { type Memberships, memberships } from './organisations.service.ts'
import { findOrganisation } from './organisations.store.ts'

/** OrganisationsModule is the module, with what accounts may do in organisations. */
export interface OrganisationsModule extends Module, Memberships {}

export function organisationsModule(platform: Platform): OrganisationsModule {
  const members = memberships(platform)
  return {
    name: 'organisations',
    tags: { Organisations: 'Organisations, their members and invitations.' },
    routes: (api) => organisationRoutes(api, platform),
    resolvers: {
      membership: members.membership,
      organisation: async (id) => (await findOrganisation(platform.clusters.main.admin, id)) !== undefined,
    },
    ...members,
  }
}
