// The built-in roles, and which of them the viewer may give: nobody gives what they do not have.
import { useQuery } from '@tanstack/react-query'
import type { MemberRole } from '#api/client/schemas.ts'
import { organisationQuery } from '#api/organisations/organisations.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { rolesQuery } from '#api/organisations/roles.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from './messages.ts'

/** ROLES are the built-in roles, those that may most first. */
export const ROLES: readonly MemberRole[] = ['owner', 'admin', 'developer', 'viewer', 'billing']

/** Roles says what roles are called, and what the viewer may do with them. */
export interface Roles {
  /** nameOf returns the name of a built-in role; null is a member with own roles alone. */
  nameOf(role: MemberRole | null): string
  /** reaches reports whether the viewer has all that a role allows, and so may give and take it. */
  reaches(role: MemberRole | null): boolean
}

/** useRoles returns the roles of an organisation. */
export function useRoles(organisationId: string): Roles {
  const m = useMessages(messages)
  const { data: organisation } = useQuery(organisationQuery(organisationId))
  const enabled = useMayIn(organisationId)('rbac:read')
  const { data: roles = [] } = useQuery({ ...rolesQuery(organisationId), enabled })
  const own = new Set(organisation?.permissions)
  return {
    nameOf: (role) => (role === null ? m.ownRoles : m.roles[role]),
    reaches: (role) =>
      role === null ||
      (roles.find(({ id }) => id === role)?.permissions.every((one) => own.has(one)) ?? false),
  }
}
