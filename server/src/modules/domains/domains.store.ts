// The SQL of domains: table `platform.domains`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Finding } from './look-up.ts'

/** DomainRow is a domain as it is stored. */
export interface DomainRow extends Finding {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly token: string
  readonly status: 'pending' | 'verified' | 'disabled'
  readonly checked_at: Date | null
  readonly verified_at: Date | null
  readonly lost_since: Date | null
  readonly next_check_at: Date | null
  readonly created_at: Date
}

const COLUMNS =
  'id, project_id, name, token, status, has_token, has_address, error, checked_at, verified_at, lost_since, next_check_at, created_at'

/** listDomains returns the domains of a project by name. */
export async function listDomains(db: Queryable, projectId: string): Promise<DomainRow[]> {
  const sql = `select ${COLUMNS} from platform.domains where project_id = $1 order by name`
  return (await db.query<DomainRow>(sql, [projectId])).rows
}

/** findDomain returns a domain of a project. */
export async function findDomain(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<DomainRow | undefined> {
  const sql = `select ${COLUMNS} from platform.domains where project_id = $1 and id = $2`
  return (await db.query<DomainRow>(sql, [projectId, id])).rows[0]
}

/** insertDomain adds a claim unless the project has `most` already; it returns undefined there or where it has this name. */
export async function insertDomain(
  db: Queryable,
  { id, project_id, name, token, created_at, next_check_at }: Omit<DomainRow, 'status' | keyof Finding>,
  most: number,
): Promise<DomainRow | undefined> {
  // One at a time, so that the bound holds.
  await db.query('select from platform.projects where id = $1 for no key update', [project_id])
  const { rows } = await db.query<DomainRow>(
    `insert into platform.domains (id, project_id, name, token, created_at, next_check_at)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from platform.domains where project_id = $2) < $7
     on conflict (project_id, name) do nothing returning ${COLUMNS}`,
    [id, project_id, name, token, created_at, next_check_at, most],
  )
  return rows[0]
}

/** updateDomain stores what has become of a domain, unless it was removed meanwhile. */
export async function updateDomain(db: Queryable, row: DomainRow): Promise<DomainRow | undefined> {
  const { rows } = await db.query<DomainRow>(
    `update platform.domains set status = $3, has_token = $4, has_address = $5, error = $6, checked_at = $7,
       verified_at = $8, lost_since = $9, next_check_at = $10
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [
      row.project_id,
      row.id,
      row.status,
      row.has_token,
      row.has_address,
      row.error,
      row.checked_at,
      row.verified_at,
      row.lost_since,
      row.next_check_at,
    ],
  )
  return rows[0]
}

/** deleteDomain removes a domain of a project and returns it. */
export async function deleteDomain(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<DomainRow | undefined> {
  const sql = `delete from platform.domains where project_id = $1 and id = $2 returning ${COLUMNS}`
  return (await db.query<DomainRow>(sql, [projectId, id])).rows[0]
}

/** claimDue returns some domains that are to be looked at, and keeps other nodes from them until a point in time. */
export async function claimDue(db: Queryable, now: Date, until: Date, most: number): Promise<DomainRow[]> {
  const { rows } = await db.query<DomainRow>(
    `update platform.domains set next_check_at = $2 where id in (
       select d.id from platform.domains d join platform.projects p on p.id = d.project_id and p.status = 'active'
       where d.next_check_at <= $1 order by d.next_check_at limit $3 for update of d skip locked)
     returning ${COLUMNS}`,
    [now, until, most],
  )
  return rows
}

/** listHosts returns the verified names of some projects, or of all, with the projects that they lead to. */
export async function listHosts(
  db: Queryable,
  projectIds?: readonly string[],
): Promise<[name: string, projectId: string][]> {
  const { rows } = await db.query<{ name: string; project_id: string }>(
    `select d.name, d.project_id from platform.domains d
     join platform.projects p on p.id = d.project_id and p.status = 'active'
     where d.status = 'verified' and ($1::uuid[] is null or d.project_id = any($1))`,
    [projectIds ?? null],
  )
  return rows.map(({ name, project_id }) => [name, project_id])
}
