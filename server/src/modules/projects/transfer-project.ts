// Moves a project to another organisation. What is the project's own goes with it: data, keys, plan. What an organisation has
// been told stays: its audit log, events and invoices.
import { rightsIn } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { invalidate } from './projects.service.ts'
import { moveProject } from './projects.store.ts'

/** transferProject throws 403 unless the caller may create projects there; their rights here are the route's to check. */
export async function transferProject(
  platform: Platform,
  act: Act,
  organisationId: string,
): Promise<ProjectRecord> {
  const { project, account, at } = act
  const { id, organisation_id: from } = project
  if (organisationId === from) throw invalidInput('organisation_id: the project is in this organisation.')
  const rights = await rightsIn(platform, account, { organisation: organisationId })
  if (rights === undefined)
    throw forbidden('not_a_member', 'You are not a member of the organisation that gets the project.')
  requirePermission(rights, 'projects:create')
  const moved = await transaction(platform.clusters.main.admin, async (db) => {
    const row = await moveProject(db, project, organisationId, at)
    if (row === undefined)
      throw conflict('changed_meanwhile', 'The project was moved or deleted at the same time.')
    const [before, after] = [{ organisation_id: from }, { organisation_id: organisationId }]
    const entry = { action: 'projects.transfer', target: id, details: { name: row.name }, before, after }
    for (const organisation of [from, organisationId])
      await recordAudit(db, act, entry, { organisation, project: id })
    return row
  })
  await invalidate(platform, id)
  return moved
}
