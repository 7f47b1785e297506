// Request and response schemas of roles and permissions of dashboard users.
import { z } from 'zod'
import { plainText, uuid } from '#platform/http/routes/validation.ts'

const organisationId = uuid.optional().describe('Default: your personal organisation.')
const description = plainText(1000).nullable()
const permissionName = z.string().max(100, 'must have at most 100 characters')
const permissionNames = z
  .array(permissionName)
  .max(200, 'must name at most 200 permissions')
  .describe('Names, such as `cron:read`; GET /rbac/permissions lists them.')

/** inOrganisation is the query of lists. */
export const inOrganisation = z.object({ organisation_id: organisationId })

/** roleCreate is the body of POST /rbac/roles. */
export const roleCreate = z
  .strictObject({
    organisation_id: organisationId,
    name: plainText(100),
    description: description.default(null),
    permissions: permissionNames.default([]),
  })
  .meta({ id: 'RbacRoleCreate' })

/** roleUpdate is the body of PATCH /rbac/roles/{roleID}. */
export const roleUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    description: description.optional(),
    permissions: permissionNames.optional().describe('Takes the place of the old ones.'),
  })
  .meta({ id: 'RbacRoleUpdate' })

/** rolePermissions is the body of POST /rbac/roles/{roleID}/permissions. */
export const rolePermissions = z
  .strictObject({ permissions: permissionNames.min(1, 'must name at least one permission') })
  .meta({ id: 'RbacRolePermissions' })

const roleId = z
  .union([uuid, z.enum(['owner', 'admin', 'developer', 'viewer', 'billing'])], 'must be the id of a role')
  .describe('The id of an own role, or the name of a built-in one.')

/** role is a role as the API shows it. */
export const role = z
  .object({
    id: z.string().describe('A UUID; of a built-in role its name.'),
    organisation_id: z.uuid().nullable().describe('null for built-in roles.'),
    name: z.string(),
    description: z.string().nullable(),
    built_in: z.boolean(),
    permissions: z.array(z.string()),
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RbacRole' })

/** permissionCreate is the body of POST /rbac/permissions. */
export const permissionCreate = z
  .strictObject({
    organisation_id: organisationId,
    name: permissionName
      .regex(/^x-[a-z0-9_-]+:[a-z0-9_-]+$/, 'must be x-<area>:<verb>, such as x-reports:approve')
      .describe('`x-<area>:<verb>`, so that it never means a permission of the server.'),
    description: description.default(null),
  })
  .meta({ id: 'RbacPermissionCreate' })

/** permission is a permission as the API shows it. */
export const permission = z
  .object({
    id: z.string().describe('A UUID; of a built-in permission its name.'),
    organisation_id: z.uuid().nullable().describe('null for built-in permissions.'),
    name: z.string(),
    description: z.string().nullable(),
    built_in: z.boolean(),
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RbacPermission' })

/** roleGrant is the body of POST /rbac/users/{userID}/roles. */
export const roleGrant = z
  .strictObject({ organisation_id: organisationId, role_id: roleId })
  .meta({ id: 'RbacRoleGrant' })

/** roleParams is the path of one role. */
export const roleParams = z.object({ roleID: roleId })

/** rolePermissionParams is the path of one permission of a role. */
export const rolePermissionParams = z.object({ roleID: roleId, permission: permissionName })

/** permissionParams is the path of one own permission. */
export const permissionParams = z.object({ permissionID: uuid })

/** userParams is the path of a member's roles; `userID` is the id of the member's account. */
export const userParams = z.object({ userID: uuid })

/** userRoleParams is the path of one role of a member. */
export const userRoleParams = z.object({ userID: uuid, roleID: roleId })
