// What dashboard users can be permitted to do: modules contribute the permissions, and say which built-in roles have each. Each
// route that dashboard users call declares one of these; docs/permissions.md is generated from both.
import { Contributions } from '#platform/contributions/contributions.ts'

/** ORGANISATION_ROLES are the built-in roles of an organisation's members. */
export const ORGANISATION_ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const

export type OrganisationRole = (typeof ORGANISATION_ROLES)[number]

// Who has a permission.
export const owners: readonly OrganisationRole[] = ['owner']
export const admins: readonly OrganisationRole[] = ['owner', 'admin']
export const developers: readonly OrganisationRole[] = ['owner', 'admin', 'developer']
export const readers: readonly OrganisationRole[] = ['owner', 'admin', 'developer', 'viewer']
export const payers: readonly OrganisationRole[] = ['owner', 'billing']
export const everyone = ORGANISATION_ROLES

/** PermissionInfo says what a permission allows, and the built-in roles that have it. */
export interface PermissionInfo {
  readonly allows: string
  readonly roles: readonly OrganisationRole[]
}

/** PermissionNames has every permission, `<area>:<verb>`, as a key. Modules extend it. */
export interface PermissionNames extends Record<never, unknown> {}

/** Permission is the name of a permission. */
export type Permission = keyof PermissionNames & string

/** PERMISSIONS are the permissions of all modules. */
export const PERMISSIONS = new Contributions<Permission, PermissionInfo>('permission')

/** OperatorPermission is what operators of the installation have; no role of an organisation does. */
export type OperatorPermission = 'operator:read' | 'operator:write'

/** RoutePermission is what a route needs of dashboard users; `self` where it is about their own account. */
export type RoutePermission = Permission | OperatorPermission | 'self'

/** isOperatorPermission reports whether a route is for operators. */
export function isOperatorPermission(name: string): name is OperatorPermission {
  return name === 'operator:read' || name === 'operator:write'
}

/** permissionsOf returns the permissions of a built-in role. */
export function permissionsOf(role: OrganisationRole): ReadonlySet<string> {
  const held = PERMISSIONS.entries.filter(([, { roles }]) => roles.includes(role))
  return new Set(held.map(([name]) => name))
}
