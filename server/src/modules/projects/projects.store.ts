// The SQL of projects: table `platform.projects`.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { TokenScope } from '#platform/credentials/token-scope.ts'
import { type KeysetPage, type KeysetPlace, keysetSql, microseconds } from '#platform/db/keyset.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** PROJECT_COLUMNS are those of a project, without the account that it counts as. */
export const PROJECT_COLUMNS = `id, organisation_id, name, color, cluster, own_login, status, delete_at, deletion_steps_done,
  created_at, updated_at`

// With the account that a project counts as for fair scheduling: the organisation's longest-standing owner.
const RECORD = `${PROJECT_COLUMNS}, coalesce(
  (select m.account_id from platform.organisation_members m
   where m.organisation_id = projects.organisation_id and m.role = 'owner'
   order by m.created_at, m.account_id limit 1), projects.organisation_id) as account_id`

/** findProject ignores projects that are being deleted. */
export async function findProject(db: Queryable, id: string): Promise<ProjectRecord | undefined> {
  const sql = `select ${RECORD} from platform.projects where id = $1 and status = 'active'`
  return (await db.query<ProjectRecord>(sql, [id])).rows[0]
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
    `select ${PROJECT_COLUMNS}, ${position} as key from platform.projects
     where organisation_id = any($1) and status = $2
       and ($3::text is null or strpos(lower(name), lower($3)) > 0 or id::text = lower($3))
       and ($4::uuid[] is null or organisation_id = any($4) or id = any($5::uuid[]))
       and ${condition} ${end}`,
    [...values, ...more],
  )
  return rows
}

export async function insertProject(
  db: Queryable,
  {
    id,
    organisation_id,
    name,
    cluster,
  }: { id: string; organisation_id: string; name: string; cluster: string },
): Promise<ProjectRecord> {
  const { rows } = await db.query<ProjectRecord>(
    `insert into platform.projects (id, organisation_id, name, cluster) values ($1, $2, $3, $4) returning ${RECORD}`,
    [id, organisation_id, name, cluster],
  )
  return rows[0] as ProjectRecord
}

/** updateProject changes the name and the colour of a project. What is undefined stays as it is. */
export async function updateProject(
  db: Queryable,
  id: string,
  changes: { name?: string | undefined; color?: string | null | undefined; updated_at: Date },
): Promise<ProjectRecord> {
  const { name, color, updated_at } = changes
  const { rows } = await db.query<ProjectRecord>(
    `update platform.projects set name = coalesce($2, name), color = case when $3 then $4 else color end,
       updated_at = $5
     where id = $1 returning ${RECORD}`,
    [id, name, color !== undefined, color, updated_at],
  )
  return rows[0] as ProjectRecord
}

/** markOwnLogin notes that a project is reached by its own login from now on. */
export async function markOwnLogin(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query('update platform.projects set own_login = true, updated_at = $2 where id = $1', [id, at])
}

/** moveProject gives a project to another organisation; undefined where it is no longer in use, or in the first. */
export async function moveProject(
  db: Queryable,
  { id, organisation_id: from }: Pick<ProjectRecord, 'id' | 'organisation_id'>,
  to: string,
  at: Date,
): Promise<ProjectRecord | undefined> {
  const { rows } = await db.query<ProjectRecord>(
    `update platform.projects set organisation_id = $3, updated_at = $4
     where id = $1 and organisation_id = $2 and status = 'active' returning ${RECORD}`,
    [id, from, to, at],
  )
  return rows[0]
}
