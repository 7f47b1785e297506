// The SQL of projects: table `platform.projects`.
import { sql, type Updateable } from 'kysely'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { TokenScope } from '#platform/credentials/token-scope.ts'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'
import { type KeysetPage, type KeysetPlace, keysetSql, microseconds } from '#platform/db/keyset.ts'
import type { Queryable } from '#platform/db/transaction.ts'

const COLUMNS = [
  'id',
  'organisation_id',
  'name',
  'color',
  'cluster',
  'own_login',
  'status',
  'delete_at',
  'deletion_steps_done',
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

/** PROJECT_ORDERS are the orders in which projects can be listed. */
export const PROJECT_ORDERS = ['created_at.desc', 'created_at.asc', 'name.asc', 'name.desc'] as const

/** ProjectFilter says which projects to list. */
export interface ProjectFilter {
  readonly organisations: readonly string[]
  readonly status: ProjectRecord['status']
  /** search is a part of the name, or the id. */
  readonly search?: string | undefined
  /** within narrows the list down to these organisations and these projects. */
  readonly within?: Pick<TokenScope, 'organisation_ids' | 'project_ids'> | undefined
}

/** ListedProject is a project and its place in the list. */
export type ListedProject = Omit<ProjectRecord, 'account_id'> & KeysetPlace

const KEYS = {
  created_at: microseconds('created_at'),
  name: { sql: 'lower(name)', type: 'text' },
} as const

/** listProjects returns a page of the projects of some organisations in one status. */
export async function listProjects(
  db: Queryable,
  { organisations, status, search, within }: ProjectFilter,
  page: KeysetPage<(typeof PROJECT_ORDERS)[number]>,
): Promise<ListedProject[]> {
  const values = [organisations, status, search ?? null, within?.organisation_ids, within?.project_ids]
  const { position, condition, end, values: more } = keysetSql(KEYS, page, 'id', values.length)
  const { rows } = await db.query<ListedProject>(
    `select ${COLUMNS.join(', ')}, ${position} as key from platform.projects
     where organisation_id = any($1) and status = $2
       and ($3::text is null or strpos(lower(name), lower($3)) > 0 or id::text = lower($3))
       and ($4::uuid[] is null or organisation_id = any($4) or id = any($5::uuid[]))
       and ${condition} ${end}`,
    [...values, ...more],
  )
  return rows
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
  changes: Updateable<ControlPlaneTables['projects']>,
) {
  return db
    .updateTable('projects')
    .set(changes)
    .where('id', '=', id)
    .returning([...COLUMNS, ACCOUNT])
    .executeTakeFirstOrThrow()
}

/** moveProject gives a project to another organisation; undefined where it is no longer in use, or in the first. */
export function moveProject(
  db: ControlPlane,
  { id, organisation_id: from }: Pick<ProjectRecord, 'id' | 'organisation_id'>,
  to: string,
  updated_at: Date,
): Promise<ProjectRecord | undefined> {
  return db
    .updateTable('projects')
    .set({ organisation_id: to, updated_at })
    .where('id', '=', id)
    .where('organisation_id', '=', from)
    .where('status', '=', 'active')
    .returning([...COLUMNS, ACCOUNT])
    .executeTakeFirst()
}
