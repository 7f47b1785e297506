// Permissions: those of the server, which its routes check, and names of an organisation's own.
import type { z } from 'zod'
import { publishMembers } from '#modules/tenancy/organisations/members.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { PERMISSIONS } from '#platform/credentials/permissions.ts'
import { alreadyExists, conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationOf, requireReader } from './organisation-of.ts'
import type { permissionCreate } from './rbac.schema.ts'
import * as store from './rbac.store.ts'
import { change } from './roles.ts'

const MAX_PERMISSIONS = 200

/** listPermissions returns the permissions of the server and then the organisation's own. */
export async function listPermissions(platform: Platform, act: Act, organisationId: string | undefined) {
  const id = await organisationOf(platform, act, organisationId)
  await requireReader(platform, act, id)
  const own = await store.listPermissions(platform.clusters.main.admin, id)
  return [...builtIn(), ...own.map(presentPermission)]
}

function builtIn() {
  return PERMISSIONS.entries.map(([name, { allows: description }]) => ({
    ...{ id: name, organisation_id: null, name, description },
    ...{ built_in: true, created_at: null },
  }))
}

/** createPermission creates a name that own roles can carry; it throws 409 if it is taken. */
export async function createPermission(
  platform: Platform,
  act: Act,
  { organisation_id, name, description }: z.output<typeof permissionCreate>,
) {
  const organisationId = await organisationOf(platform, act, organisation_id)
  return change(platform, act, organisationId, async (db) => {
    const known = await store.listPermissions(db, organisationId)
    if (known.some((one) => one.name === name))
      throw alreadyExists('name', `There is already a permission ${name}.`)
    if (known.length >= MAX_PERMISSIONS)
      throw conflict('limit_reached', `An organisation can have at most ${MAX_PERMISSIONS} own permissions.`)
    const created_at = platform.clock.now()
    const row = await store.insertPermission(db, {
      organisation_id: organisationId,
      name,
      description,
      created_at,
    })
    const after = presentPermission(row)
    await recordAudit(
      db,
      act,
      {
        action: 'rbac.permission_create',
        target: row.id,
      },
      { organisation: organisationId },
    )
    return after
  })
}

/** removePermission deletes an own permission, which takes it from its roles. */
export async function removePermission(platform: Platform, act: Act, id: string): Promise<void> {
  const found = await store.findPermission(platform.clusters.main.admin, id)
  if (found === undefined) throw notFound('The permission')
  const { organisation_id } = found
  await change(platform, act, organisation_id, async (db) => {
    const row = await store.findPermission(db, id)
    if (row === undefined) throw notFound('The permission')
    await store.deletePermission(db, row)
    await recordAudit(
      db,
      act,
      {
        action: 'rbac.permission_delete',
        target: id,
        before: presentPermission(row),
      },
      { organisation: organisation_id },
    )
  })
  await publishMembers(platform, organisation_id)
}

function presentPermission({ id, organisation_id, name, description, created_at }: store.PermissionRow) {
  return { id, organisation_id, name, description, built_in: false, created_at }
}
