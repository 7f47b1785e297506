// Projects: creating, finding, renaming.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { queueEvent } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { organisationsWith, rightsIn } from '#modules/tenancy/organisations/membership.service.ts'
import { personalOrganisation } from '#modules/tenancy/organisations/organisations.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { DashboardActor, FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { allows, isLimited } from '#platform/credentials/token-scope.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { pageOf } from '#platform/http/routes/keyset-pages.ts'
import type { Platform } from '#platform/platform.ts'
import { progressOf } from './deletion-steps.ts'
import type { projectList, projectUpdate } from './projects.schema.ts'
import * as store from './projects.store.ts'
import { provisionProject } from './provision.ts'

/** PROJECT_UPDATED is the event of a new name. */
export const PROJECT_UPDATED: ProjectEvent = {
  type: 'project.updated',
  description: 'The project was renamed.',
  data: z.object({ id: z.uuid(), name: z.string() }),
}

/** createProjectLookup returns the cached lookup by id that every request to a project uses. */
export function createProjectLookup(platform: Platform): FindProject {
  const projects = new LookupCache<ProjectRecord>(platform.clock, 20_000, (id) =>
    store.findProject(platform.clusters.main.admin, id),
  )
  platform.invalidations.on(PROJECT_CHANGED, (id) => projects.forget(id))
  return (id) => projects.find(id)
}

/** createProject creates a project; it throws 403 unless the account is a member who may create projects. */
export async function createProject(
  platform: Platform,
  act: Act,
  input: { name: string; organisation_id?: string | undefined },
): Promise<ProjectRecord> {
  const organisationId =
    input.organisation_id ?? (await personalOrganisation(platform, act.account.account_id)).id
  const rights = await rightsIn(platform, act.account, { organisation: organisationId })
  if (rights === undefined) throw forbidden('not_a_member', 'You are not a member of this organisation.')
  requirePermission(rights, 'projects:create')
  const cluster = platform.clusters.roomiest()
  const id = randomUUID()
  const row = { id, organisation_id: organisationId, name: input.name, cluster: cluster.name }
  // Each creation needs two connections of the administrator's pool: too many at once would all wait for their second.
  return platform.gates.provision.run({ project: organisationId, account: act.account.account_id }, () =>
    transaction(platform.clusters.main.admin, async (db) => {
      const project = await store.insertProject(db, row)
      await provisionProject(cluster, id)
      const entry = { action: 'projects.create', target: id, after: { name: input.name } }
      await recordAudit(db, act, entry, { organisation: organisationId, project: id })
      return project
    }),
  )
}

/** listProjects returns a page of the projects that the caller may see: those in use, or those whose deletion can be undone. */
export async function listProjects(
  platform: Platform,
  actor: DashboardActor,
  { status, search, organisation_id, ...query }: Omit<z.output<typeof projectList>, 'figures'>,
) {
  const page = pageOf(query)
  // Which projects a token is for is decided in the query: single ones are not reached through their organisation.
  const { token, ...owner } = actor
  if (token !== undefined && !allows(token, 'projects:read')) return { page, projects: [] }
  const all = await organisationsWith(platform, owner, 'projects:read')
  const organisations = all.filter((id) => organisation_id === undefined || id === organisation_id)
  const within = token !== undefined && isLimited(token) ? token : undefined
  const filter = { organisations, status, search, within }
  return { page, projects: await store.listProjects(platform.clusters.main.admin, filter, page) }
}

export async function updateProject(
  platform: Platform,
  act: Act,
  input: z.output<typeof projectUpdate>,
): Promise<ProjectRecord> {
  const { project } = act
  const changed = (['name', 'color'] as const).filter(
    (field) => input[field] !== undefined && input[field] !== project[field],
  )
  if (changed.length === 0) return project
  const updated_at = platform.clock.now()
  const updated = await transaction(platform.clusters.main.admin, async (db) => {
    const row = await store.updateProject(db, project.id, { ...input, updated_at })
    const data = { id: project.id, name: row.name }
    if (changed.includes('name')) await queueEvent(platform, db, project.id, { event: PROJECT_UPDATED, data })
    const [before, after] = [project, row].map((of) =>
      Object.fromEntries(changed.map((field) => [field, of[field]])),
    )
    const entry = { action: 'projects.update', target: project.id, before, after }
    await recordAudit(db, act, entry)
    return row
  })
  await invalidate(platform, project.id)
  return updated
}

/** presentProject returns a project as the API shows it. */
export function presentProject(project: Omit<ProjectRecord, 'account_id'>) {
  const { id, organisation_id, name, color, status, delete_at, created_at, updated_at } = project
  const deletion = progressOf(project.deletion_steps_done)
  return { id, organisation_id, name, color, status, delete_at, deletion, created_at, updated_at }
}

/** invalidate has every node look a project up again. */
export async function invalidate(platform: Platform, id: string): Promise<void> {
  await platform.invalidations.publish(PROJECT_CHANGED, id)
}
