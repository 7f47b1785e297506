// The SQL of an organisation's provider and domains: tables `platform.organisation_sso` and `organisation_domains`.
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** SsoRow is the provider of an organisation. */
export interface SsoRow {
  readonly organisation_id: string
  readonly issuer: string
  readonly client_id: string
  /** client_secret is sealed. */
  readonly client_secret: string | null
  readonly default_role: Exclude<OrganisationRole, 'owner'>
  readonly required: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** DomainRow is a domain that an organisation claims. */
export interface DomainRow {
  readonly organisation_id: string
  readonly domain: string
  readonly proof: string
  readonly verified_at: Date | null
  readonly created_at: Date
}

const SSO =
  'organisation_id, issuer, client_id, client_secret, default_role, required, created_at, updated_at'
const DOMAIN = 'organisation_id, domain, proof, verified_at, created_at'

export async function findSso(db: Queryable, organisationId: string): Promise<SsoRow | undefined> {
  const sql = `select ${SSO} from platform.organisation_sso where organisation_id = $1`
  return (await db.query<SsoRow>(sql, [organisationId])).rows[0]
}

/** saveSso stores the settings; when they were made stays. */
export async function saveSso(db: Queryable, row: SsoRow): Promise<SsoRow> {
  const {
    organisation_id,
    issuer,
    client_id,
    client_secret,
    default_role,
    required,
    created_at,
    updated_at,
  } = row
  const { rows } = await db.query<SsoRow>(
    `insert into platform.organisation_sso (${SSO}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organisation_id) do update set issuer = $2, client_id = $3, client_secret = $4, default_role = $5,
       required = $6, updated_at = $8
     returning ${SSO}`,
    [organisation_id, issuer, client_id, client_secret, default_role, required, created_at, updated_at],
  )
  return rows[0] as SsoRow
}

/** deleteSso deletes the settings and who has come in through them. */
export async function deleteSso(db: Queryable, organisationId: string): Promise<void> {
  await db.query('delete from platform.organisation_sso where organisation_id = $1', [organisationId])
  await db.query('delete from platform.sso_identities where organisation_id = $1', [organisationId])
}

/** isProven reports whether somebody has come in through an issuer. */
export async function isProven(db: Queryable, organisationId: string, issuer: string): Promise<boolean> {
  const sql = 'select from platform.sso_identities where organisation_id = $1 and issuer = $2 limit 1'
  return (await db.query(sql, [organisationId, issuer])).rowCount === 1
}

export async function listDomains(db: Queryable, organisationId: string): Promise<DomainRow[]> {
  const sql = `select ${DOMAIN} from platform.organisation_domains where organisation_id = $1 order by domain`
  return (await db.query<DomainRow>(sql, [organisationId])).rows
}

export async function findDomain(
  db: Queryable,
  organisationId: string,
  domain: string,
): Promise<DomainRow | undefined> {
  const sql = `select ${DOMAIN} from platform.organisation_domains where organisation_id = $1 and domain = $2`
  return (await db.query<DomainRow>(sql, [organisationId, domain])).rows[0]
}

/** findVerified returns the domain of whichever organisation has proven that it is theirs. */
export async function findVerified(db: Queryable, domain: string): Promise<DomainRow | undefined> {
  const sql = `select ${DOMAIN} from platform.organisation_domains where domain = $1 and verified_at is not null`
  return (await db.query<DomainRow>(sql, [domain])).rows[0]
}

/** insertDomain returns undefined where the organisation has the domain already. */
export async function insertDomain(
  db: Queryable,
  { organisation_id, domain, proof, verified_at, created_at }: DomainRow,
): Promise<DomainRow | undefined> {
  const { rows } = await db.query<DomainRow>(
    `insert into platform.organisation_domains (${DOMAIN}) values ($1, $2, $3, $4, $5)
     on conflict (organisation_id, domain) do nothing returning ${DOMAIN}`,
    [organisation_id, domain, proof, verified_at, created_at],
  )
  return rows[0]
}

/** lockDomain serialises proofs of a domain until the transaction ends. */
export async function lockDomain(db: Queryable, domain: string): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('msingi: domain ' || $1, 0))`, [domain])
}

export async function setVerified(
  db: Queryable,
  { organisation_id, domain }: Pick<DomainRow, 'organisation_id' | 'domain'>,
  verified_at: Date | null,
): Promise<void> {
  await db.query(
    'update platform.organisation_domains set verified_at = $3 where organisation_id = $1 and domain = $2',
    [organisation_id, domain, verified_at],
  )
}

/** deleteDomain reports whether the organisation had the domain. */
export async function deleteDomain(db: Queryable, organisationId: string, domain: string): Promise<boolean> {
  const sql = 'delete from platform.organisation_domains where organisation_id = $1 and domain = $2'
  return (await db.query(sql, [organisationId, domain])).rowCount === 1
}
