// The SQL of operators: table `platform.operators`, and the lists of all organisations and projects.
import { sql } from 'kysely'
import type { ControlPlane } from '#platform/db/control-plane.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Page is which entries to list: `limit` of those behind the entry `cursor`, whose names hold `search`. */
export interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly search?: string | undefined
}

/** listOperators returns the operators in the order in which they became it. */
export function listOperators(db: ControlPlane) {
  return db
    .selectFrom('operators')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_id', 'email', 'full_name', 'operators.created_at'])
    .orderBy('operators.created_at')
    .orderBy('account_id')
    .execute()
}

/** lockOperators serialises changes of the operators until the transaction ends. */
export async function lockOperators(db: ControlPlane): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('msingi: operators', 0))`.execute(db)
}

/** insertOperator reports whether the account was none yet. */
export async function insertOperator(
  db: ControlPlane,
  account_id: string,
  created_at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operators')
    .values({ account_id, created_at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteOperator(db: ControlPlane, accountId: string): Promise<void> {
  await db.deleteFrom('operators').where('account_id', '=', accountId).execute()
}

/** ListedOrganisation is an organisation as operators see it. */
export interface ListedOrganisation {
  readonly id: string
  readonly name: string
  readonly is_personal: boolean
  readonly members: number
  readonly projects: number
  readonly created_at: Date
}

/** ListedProject is a project as operators see it. */
export interface ListedProject {
  readonly id: string
  readonly name: string
  readonly organisation_id: string
  readonly cluster: string
  readonly status: 'active' | 'deleting' | 'purging'
  readonly created_at: Date
}

/** listOrganisations returns organisations by their ids. */
export async function listOrganisations(db: Queryable, page: Page): Promise<ListedOrganisation[]> {
  const { rows } = await db.query<ListedOrganisation>(
    `select id, name, is_personal, created_at,
       (select count(*)::int from platform.organisation_members m where m.organisation_id = o.id) as members,
       (select count(*)::int from platform.projects p where p.organisation_id = o.id) as projects
     from platform.organisations o where ${MATCHES} order by id limit $3`,
    valuesOf(page),
  )
  return rows
}

/** listProjects returns projects by their ids, those that are being deleted too. */
export async function listProjects(db: Queryable, page: Page): Promise<ListedProject[]> {
  const { rows } = await db.query<ListedProject>(
    `select id, name, organisation_id, cluster, status, created_at
     from platform.projects where ${MATCHES} order by id limit $3`,
    valuesOf(page),
  )
  return rows
}

const MATCHES = `($1::uuid is null or id > $1) and ($2::text is null or strpos(lower(name), lower($2)) > 0)`

function valuesOf({ cursor, search, limit }: Page) {
  return [cursor ?? null, search ?? null, limit]
}
