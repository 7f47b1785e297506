// The SQL of projects: table `platform.projects`.
import { sql } from 'kysely'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ControlPlane } from '#platform/db/control-plane.ts'

const COLUMNS = [
  'id',
  'organisation_id',
  'name',
  'cluster',
  'own_login',
  'status',
  'delete_at',
  'created_at',
  'updated_at',
] as const

// The account that a project counts as for fair scheduling: the organisation's longest-standing owner.
const ACCOUNT = sql<string>`coalesce(
  (select m.account_id from platform.organisation_members m
   where m.organisation_id = projects.organisation_id and m.role = 'owner'
   order by m.created_at, m.account_id limit 1), projects.organisation_id)`.as('account_id')

/** findProject ignores projects that are being deleted. */
export function findProject(db: ControlPlane, id: string): Promise<ProjectRecord | undefined> {
  return db
    .selectFrom('projects')
    .select([...COLUMNS, ACCOUNT])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** listProjects returns projects of some organisations in one status, newest first. */
export function listProjects(
  db: ControlPlane,
  organisationIds: readonly string[],
  status: ProjectRecord['status'],
): Promise<ProjectRecord[]> {
  return db
    .selectFrom('projects')
    .select([...COLUMNS, ACCOUNT])
    .where('status', '=', status)
    .where(sql<boolean>`organisation_id = any(${organisationIds})`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function insertProject(
  db: ControlPlane,
  project: { id: string; organisation_id: string; name: string; cluster: string },
): Promise<ProjectRecord> {
  return db
    .insertInto('projects')
    .values(project)
    .returning([...COLUMNS, ACCOUNT])
    .executeTakeFirstOrThrow()
}

export function updateProject(
  db: ControlPlane,
  id: string,
  changes: { name?: string; own_login?: boolean; updated_at: Date },
) {
  return db
    .updateTable('projects')
    .set(changes)
    .where('id', '=', id)
    .returning([...COLUMNS, ACCOUNT])
    .executeTakeFirstOrThrow()
}
