// Projects: creating, finding, deleting (design 4 and 6; spec 3 and 4.15 for deletion in the background).
import { randomUUID } from 'node:crypto'
import { organisationsWith, rightsIn } from '#modules/organisations/membership.service.ts'
import { personalOrganisation } from '#modules/organisations/organisations.service.ts'
import { deleteRequests } from '#modules/request-logs/request-logs.service.ts'
import { queueEvent } from '#modules/webhook-deliveries/webhook-deliveries.service.ts'
import { type AuditSource, recordAudit } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/audit/caller.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { queryableOf } from '#platform/db/control-plane.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import { notify } from '#platform/events/platform-events.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './projects.store.ts'
import { dropProject, provisionProject } from './provision.ts'

const DELETE_JOB = 'project-delete'

/** createProjectLookup returns the cached lookup by id that every request to a project uses. */
export function createProjectLookup(platform: Platform): FindProject {
  const projects = new LookupCache<ProjectRecord>(platform.clock, 20_000, (id) =>
    store.findProject(platform.controlPlane, id),
  )
  platform.invalidations.on('project', (id) => projects.forget(id))
  return (id) => projects.find(id)
}

/** createProject creates a project; it throws 403 unless the account is a member who may create projects. */
export async function createProject(
  platform: Platform,
  caller: Caller,
  input: { name: string; organisation_id?: string | undefined },
): Promise<ProjectRecord> {
  const { accountId } = caller
  const organisationId = input.organisation_id ?? (await personalOrganisation(platform, accountId)).id
  const rights = await rightsIn(platform, accountId, organisationId)
  if (rights === undefined) throw forbidden('You are not a member of this organisation.')
  requirePermission(rights, 'projects:create')
  const cluster = platform.clusters.roomiest()
  const id = randomUUID()
  const row = { id, organisation_id: organisationId, name: input.name, cluster: cluster.name }
  // Each creation needs two connections of the administrator's pool: too many at once would all wait for their second.
  return platform.gates.provision.run({ project: organisationId, account: accountId }, () =>
    platform.controlPlane.transaction().execute(async (transaction) => {
      const project = await store.insertProject(transaction.withSchema('platform'), row)
      await provisionProject(cluster, id)
      const entry = { action: 'projects.create', target: id, after: { name: input.name } }
      await recordAudit(queryableOf(transaction), { ...caller, project }, entry)
      return project
    }),
  )
}

export async function listProjects(platform: Platform, accountId: string): Promise<ProjectRecord[]> {
  const organisations = await organisationsWith(platform, accountId, 'projects:read')
  return store.listProjects(platform.controlPlane, organisations)
}

export async function updateProject(
  platform: Platform,
  source: AuditSource,
  changes: { name?: string | undefined },
): Promise<ProjectRecord> {
  const { project } = source
  if (changes.name === undefined) return project
  const { name } = changes
  const updated_at = platform.clock.now()
  const updated = await platform.controlPlane.transaction().execute(async (transaction) => {
    const row = await store.updateProject(transaction.withSchema('platform'), project.id, {
      name,
      updated_at,
    })
    const event = { type: 'project.updated', data: { id: project.id, name } }
    await queueEvent(platform, queryableOf(transaction), project.id, event)
    const [before, after] = [{ name: project.name }, { name }]
    const entry = { action: 'projects.update', target: project.id, before, after }
    await recordAudit(queryableOf(transaction), source, entry)
    return row
  })
  await invalidate(platform, project.id)
  return updated
}

/** removeProject makes the project unavailable at once and queues the job that deletes its data. */
export async function removeProject(platform: Platform, source: AuditSource): Promise<void> {
  const { project } = source
  await platform.controlPlane.transaction().execute(async (transaction) => {
    await store.markDeleting(transaction.withSchema('platform'), project.id)
    const { id, cluster, name } = project
    const entry = { action: 'projects.delete', target: id, before: { name } }
    await recordAudit(queryableOf(transaction), source, entry)
    await platform.jobs.send(DELETE_JOB, { id, cluster }, transaction, id)
  })
  await invalidate(platform, project.id)
}

/** projectDeletion returns the job that deletes a project's data. */
export function projectDeletion(platform: Platform): JobDefinition<{ id: string; cluster: string }> {
  return {
    name: DELETE_JOB,
    retries: 10,
    run: async (project) => {
      await dropProject(platform.clusters.of(project).whole, project.id)
      await deleteRequests(platform, project.id)
      await platform.controlPlane.transaction().execute(async (transaction) => {
        const message = 'The project was deleted.'
        await notify(queryableOf(transaction), platform.clock.now(), {
          type: 'project.deleted',
          projectId: project.id,
          message,
        })
        await store.deleteProject(transaction.withSchema('platform'), project.id)
      })
    },
  }
}

export function presentProject({ id, organisation_id, name, status, created_at, updated_at }: ProjectRecord) {
  return { id, organisation_id, name, status, created_at, updated_at }
}

async function invalidate(platform: Platform, id: string): Promise<void> {
  await platform.invalidations.publish('project', id, platform.clusters.main.admin)
}
