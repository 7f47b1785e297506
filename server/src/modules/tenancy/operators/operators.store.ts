// The SQL of operators: table `platform.operators`, and the lists of all organisations and projects.
import type { Queryable } from '#platform/db/transaction.ts'

/** Page is which entries to list: `limit` of those behind the entry `cursor`, whose names hold `search`. */
export interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly search?: string | undefined
}

/** OperatorRow is an operator with the name of their account; `created_at` is when they became one. */
export interface OperatorRow {
  readonly account_id: string
  readonly email: string
  readonly full_name: string
  readonly created_at: Date
}

/** listOperators returns the operators in the order in which they became it. */
export async function listOperators(db: Queryable): Promise<OperatorRow[]> {
  const { rows } = await db.query<OperatorRow>(
    `select o.account_id, a.email, a.full_name, o.created_at
     from platform.operators o join platform.accounts a on a.id = o.account_id order by o.created_at, o.account_id`,
  )
  return rows
}

/** hasOthers reports whether there are other accounts than one. */
export async function hasOthers(db: Queryable, accountId: string): Promise<boolean> {
  return (await db.query('select from platform.accounts where id <> $1 limit 1', [accountId])).rowCount === 1
}

/** lockOperators serialises changes of the operators until the transaction ends. */
export async function lockOperators(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('msingi: operators', 0))`)
}

/** lockFirstOperator serialises who becomes the first operator likewise. */
export async function lockFirstOperator(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('msingi: first operator', 0))`)
}

/** insertOperator reports whether the account was none yet. */
export async function insertOperator(db: Queryable, accountId: string, at: Date): Promise<boolean> {
  const sql =
    'insert into platform.operators (account_id, created_at) values ($1, $2) on conflict (account_id) do nothing'
  return (await db.query(sql, [accountId, at])).rowCount === 1
}

export async function deleteOperator(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from platform.operators where account_id = $1', [accountId])
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
