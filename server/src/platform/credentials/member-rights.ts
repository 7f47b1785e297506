// What a member of an organisation may do: the one place that decides it. Permissions of roles add up.
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import { PERMISSIONS, type Permission, permissionsOf } from './permissions.ts'

/** MemberRights is what one member may do in one organisation. */
export interface MemberRights {
  /** role is the built-in role, or null if the member has only roles of the organisation's own. */
  readonly role: OrganisationRole | null
  /** permissions are those of all roles together; names that the organisation has defined are among them. */
  readonly permissions: ReadonlySet<string>
  /** byToken is true where a personal access token limits them. */
  readonly byToken?: boolean
  /** refusal says why there are no permissions at all, where another reason than the roles decides. */
  readonly refusal?: { readonly message: string; readonly details?: unknown }
}

/** rightsOf adds the permissions of own roles to those of the built-in one. */
export function rightsOf(role: OrganisationRole | null, own: readonly string[]): MemberRights {
  const permissions = role === null ? NONE : permissionsOf(role)
  return { role, permissions: own.length === 0 ? permissions : new Set([...permissions, ...own]) }
}

const NONE: ReadonlySet<string> = new Set()

/** requirePermission throws 403 unless the member has the permission. */
export function requirePermission(rights: MemberRights, permission: Permission): void {
  const { role, permissions, byToken, refusal } = rights
  if (permissions.has(permission)) return
  if (refusal !== undefined) throw forbidden('permission_missing', refusal.message, refusal.details)
  const held = role === null ? 'your roles do' : `your role ${role} does`
  const whose = byToken === true ? 'this access token does' : held
  throw forbidden('permission_missing', `This needs the permission ${permission}, which ${whose} not have.`)
}

/**
 * requireAll throws 403 unless the member has all permissions: nobody grants, changes or removes more than they have. Names
 * that an organisation has defined are left out, since they allow nothing here.
 */
export function requireAll({ permissions }: MemberRights, wanted: Iterable<string>): void {
  const missing = [...wanted].filter((one) => PERMISSIONS.has(one) && !permissions.has(one))
  if (missing.length === 0) return
  const shown = missing.slice(0, SHOWN).join(', ')
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : ''
  throw forbidden(
    'permission_missing',
    `You cannot grant, change or remove permissions that you do not have yourself: ${shown}${more}.`,
  )
}

const SHOWN = 5
