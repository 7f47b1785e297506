import type { Queryable } from '#platform/db/transaction.ts'
// The SQL of saved queries: table `msingi.saved_queries` of the project's cluster.

/** SavedQueryRow is a stored query; it has a table and a config, as JSON, or SQL. */
export interface SavedQueryRow {
  readonly id: string
  readonly user_id: string | null
  readonly name: string
  /** folder is the path of the folder that it is in, or null. */
  readonly folder: string | null
  readonly table_slug: string | null
  readonly config: string | null
  readonly sql: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** SavedQueryFields are what is stored anew. */
export type SavedQueryFields = Omit<SavedQueryRow, 'id' | 'updated_at'>

/** SavedQueryChange is what can be changed of a query. */
export type SavedQueryChange = Pick<
  SavedQueryRow,
  'name' | 'folder' | 'table_slug' | 'config' | 'sql' | 'updated_at'
>

const COLUMNS = 'id, user_id, name, folder, table_slug, config::text as config, sql, created_at, updated_at'

/** SavedQueryPage says which queries to list: of one user or folder, or with a text, where one is given, and those behind one of them. */
export interface SavedQueryPage {
  readonly userId: string | undefined
  readonly folder: string | undefined
  /** search is part of the name, the folder or the SQL, in any case. */
  readonly search: string | undefined
  readonly after: Pick<SavedQueryRow, 'name' | 'id'> | undefined
  readonly limit: number
}

/** listSavedQueries returns queries of a project in the order of their names. */
export async function listSavedQueries(
  db: Queryable,
  projectId: string,
  { userId, folder, search, after, limit }: SavedQueryPage,
): Promise<SavedQueryRow[]> {
  const like = search === undefined ? undefined : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await db.query<SavedQueryRow>(
    `select ${COLUMNS} from msingi.saved_queries
     where project_id = $1 and ($2::uuid is null or user_id = $2) and ($4::uuid is null or (name, id) > ($3, $4))
       and ($6::text is null or folder = $6)
       and ($7::text is null or name ilike $7 or folder ilike $7 or sql ilike $7)
     order by name, id limit $5`,
    [projectId, userId, after?.name, after?.id, limit, folder, like],
  )
  return rows
}

/** findSavedQuery returns one query of a project. */
export async function findSavedQuery(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<SavedQueryRow | undefined> {
  const sql = `select ${COLUMNS} from msingi.saved_queries where project_id = $1 and id = $2`
  return (await db.query<SavedQueryRow>(sql, [projectId, id])).rows[0]
}

/** countSavedQueries returns how many queries a user has saved, or without one, the project. */
export async function countSavedQueries(
  db: Queryable,
  projectId: string,
  userId: string | null,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from msingi.saved_queries
     where project_id = $1 and user_id is not distinct from $2::uuid`,
    [projectId, userId],
  )
  return rows[0]?.count ?? 0
}

/** insertSavedQuery stores a query, unless there is one of this name already. */
export async function insertSavedQuery(
  db: Queryable,
  projectId: string,
  { user_id, name, folder, table_slug, config, sql, created_at }: SavedQueryFields,
): Promise<SavedQueryRow | undefined> {
  const { rows } = await db.query<SavedQueryRow>(
    `insert into msingi.saved_queries
       (project_id, user_id, name, folder, table_slug, config, sql, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning ${COLUMNS}`,
    [projectId, user_id, name, folder, table_slug, config, sql, created_at],
  )
  return rows[0]
}

/** updateSavedQuery changes a query of a project, or returns undefined where there is none. */
export async function updateSavedQuery(
  db: Queryable,
  projectId: string,
  id: string,
  { name, folder, table_slug, config, sql, updated_at }: SavedQueryChange,
): Promise<SavedQueryRow | undefined> {
  const { rows } = await db.query<SavedQueryRow>(
    `update msingi.saved_queries
     set name = $3, folder = $4, table_slug = $5, config = $6, sql = $7, updated_at = $8
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, name, folder, table_slug, config, sql, updated_at],
  )
  return rows[0]
}

/** SavedQueryFolder is a folder, and how many queries are in it. */
export interface SavedQueryFolder {
  readonly folder: string
  readonly queries: number
}

/** listFolders returns the folders of a project, or those of a user's queries, in the order of their names. */
export async function listFolders(
  db: Queryable,
  projectId: string,
  userId: string | null,
): Promise<SavedQueryFolder[]> {
  const { rows } = await db.query<SavedQueryFolder>(
    `select folder, count(*)::int as queries from msingi.saved_queries
     where project_id = $1 and ($2::uuid is null or user_id = $2) and folder is not null
     group by folder order by folder limit 1000`,
    [projectId, userId],
  )
  return rows
}

/** deleteSavedQuery removes a query of a project. */
export async function deleteSavedQuery(db: Queryable, projectId: string, id: string): Promise<void> {
  await db.query('delete from msingi.saved_queries where project_id = $1 and id = $2', [projectId, id])
}
