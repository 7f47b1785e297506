// Request and response schemas of project roles and permissions.
import { z } from 'zod'
import { plainText, projectParams, uuid } from '#platform/http/routes/validation.ts'

const name = plainText(100)
const description = plainText(1000).nullable()
const permissionIds = z.array(uuid).max(200, 'must name at most 200 permissions')

/** roleCreate is the body of POST /roles. */
export const roleCreate = z
  .strictObject({
    name,
    description: description.default(null),
    permission_ids: permissionIds.default([]),
  })
  .meta({ id: 'RoleCreate' })

/** roleUpdate is the body of PATCH /roles/{roleID}. */
export const roleUpdate = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    permission_ids: permissionIds.optional().describe('Takes the place of the old ones.'),
  })
  .meta({ id: 'RoleUpdate' })

/** role is a role as the API shows it. */
export const role = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    permission_ids: z.array(z.uuid()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Role' })

/** permissionCreate is the body of POST /permissions. */
export const permissionCreate = z
  .strictObject({ name, description: description.default(null) })
  .meta({ id: 'PermissionCreate' })

/** permission is a permission as the API shows it. */
export const permission = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Permission' })

/** roleGrant is the body of POST /users/{userID}/roles. */
export const roleGrant = z.strictObject({ role_id: uuid }).meta({ id: 'RoleGrant' })

/** roleGrants is the body of PUT /users/{userID}/roles. */
export const roleGrants = z
  .strictObject({
    role_ids: z
      .array(uuid)
      .max(100, 'must name at most 100 roles')
      .describe('Takes the place of the old ones.'),
  })
  .meta({ id: 'RoleGrants' })

/** roleParams is the path of one role. */
export const roleParams = projectParams.extend({ roleID: uuid })

/** permissionParams is the path of one permission. */
export const permissionParams = projectParams.extend({ permissionID: uuid })

/** userRoleParams is the path of one role of a user. */
export const userRoleParams = projectParams.extend({ userID: uuid, roleID: uuid })
