// Organisations, their members and invitations (design 6).
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationRoutes } from './organisations.routes.ts'
import { membershipOf } from './organisations.service.ts'

/** organisationsModule returns what the module contributes, and how other modules find an account's role. */
export function organisationsModule(platform: Platform): Module & Pick<CredentialResolvers, 'membership'> {
  const membership = (accountId: string, organisationId: string) =>
    membershipOf(platform, accountId, organisationId)
  return {
    name: 'organisations',
    routes: (api) => organisationRoutes(api, platform),
    resolvers: { membership },
    membership,
  }
}
