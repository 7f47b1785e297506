// The SQL of an organisation's provider and domains: tables `platform.organisation_sso` and `organisation_domains`.
import { type Selectable, sql } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type SsoRow = Selectable<ControlPlaneTables['organisation_sso']>
export type DomainRow = Selectable<ControlPlaneTables['organisation_domains']>

export function findSso(db: ControlPlane, organisationId: string): Promise<SsoRow | undefined> {
  return db
    .selectFrom('organisation_sso')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
}

/** saveSso stores the settings; when they were made stays. */
export function saveSso(db: ControlPlane, row: SsoRow): Promise<SsoRow> {
  const { organisation_id: _id, created_at: _created, ...changes } = row
  return db
    .insertInto('organisation_sso')
    .values(row)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** deleteSso deletes the settings and who has come in through them. */
export async function deleteSso(db: ControlPlane, organisationId: string): Promise<void> {
  await db.deleteFrom('organisation_sso').where('organisation_id', '=', organisationId).execute()
  await db.deleteFrom('sso_identities').where('organisation_id', '=', organisationId).execute()
}

/** isProven reports whether somebody has come in through an issuer. */
export async function isProven(db: ControlPlane, organisationId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('subject')
    .where('organisation_id', '=', organisationId)
    .where('issuer', '=', issuer)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function listDomains(db: ControlPlane, organisationId: string): Promise<DomainRow[]> {
  return db
    .selectFrom('organisation_domains')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('domain')
    .execute()
}

export function findDomain(
  db: ControlPlane,
  organisationId: string,
  domain: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom('organisation_domains')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

/** findVerified returns the domain of whichever organisation has proven that it is theirs. */
export function findVerified(db: ControlPlane, domain: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('organisation_domains')
    .selectAll()
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

/** insertDomain returns undefined where the organisation has the domain already. */
export function insertDomain(db: ControlPlane, row: DomainRow): Promise<DomainRow | undefined> {
  return db
    .insertInto('organisation_domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** lockDomain serialises proofs of a domain until the transaction ends. */
export async function lockDomain(db: ControlPlane, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`msingi: domain ${domain}`}, 0))`.execute(db)
}

export async function setVerified(
  db: ControlPlane,
  { organisation_id, domain }: Pick<DomainRow, 'organisation_id' | 'domain'>,
  verified_at: Date | null,
): Promise<void> {
  await db
    .updateTable('organisation_domains')
    .set({ verified_at })
    .where('organisation_id', '=', organisation_id)
    .where('domain', '=', domain)
    .execute()
}

/** deleteDomain reports whether the organisation had the domain. */
export async function deleteDomain(
  db: ControlPlane,
  organisationId: string,
  domain: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('organisation_domains')
    .where('organisation_id', '=', organisationId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
