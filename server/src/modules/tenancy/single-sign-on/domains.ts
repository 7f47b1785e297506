// The e-mail domains of an organisation: only people with an address of a domain that was proven by DNS come in through its
// provider, so that no provider speaks for the mailboxes of others.
import { publishMembers } from '#modules/tenancy/organisations/members.service.ts'
import { withOrganisationLock } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { randomToken } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { TxtRecords } from '#platform/dns/txt-records.ts'
import { alreadyExists, conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './settings.store.ts'

const MOST_DOMAINS = 50

/** domainOf returns the domain of an e-mail address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** addDomain adds a domain that is still to be proven. */
export function addDomain(platform: Platform, act: Act, organisationId: string, domain: string) {
  const work = { actor: act.account, organisationId, permission: 'sso:write' } as const
  return withOrganisationLock(platform, work, async (db) => {
    if ((await store.listDomains(db, organisationId)).length >= MOST_DOMAINS)
      throw conflict('limit_reached', `An organisation can have ${MOST_DOMAINS} domains.`)
    const row = await store.insertDomain(db, {
      organisation_id: organisationId,
      domain,
      proof: randomToken(),
      verified_at: null,
      created_at: platform.clock.now(),
    })
    if (row === undefined) throw alreadyExists('domain', 'The organisation has this domain already.')
    await recordAudit(
      db,
      act,
      { action: 'sso.domain_create', target: domain },
      { organisation: organisationId },
    )
    return presentDomain(row)
  })
}

/**
 * verifyDomain looks for the proof in DNS. It throws 409 if it is not there, or if another organisation has the domain and
 * its proof still stands; else the other's ends.
 */
export async function verifyDomain(
  platform: Platform,
  records: TxtRecords,
  act: Act,
  organisationId: string,
  domain: string,
) {
  await getDomain(platform.clusters.main.admin, organisationId, domain)
  const found = await records(recordNameOf(domain))
  const work = { actor: act.account, organisationId, permission: 'sso:write' } as const
  const { row, lost } = await withOrganisationLock(platform, work, async (db) => {
    const row = await getDomain(db, organisationId, domain)
    if (!found.includes(recordValueOf(row))) {
      throw conflict(
        'not_set_up',
        `The TXT record of ${recordNameOf(domain)} was not found. DNS can take an hour to show it.`,
      )
    }
    await store.lockDomain(db, domain)
    const holder = await store.findVerified(db, domain)
    const other = holder?.organisation_id === organisationId ? undefined : holder
    if (other !== undefined && found.includes(recordValueOf(other)))
      throw conflict('already_exists', 'Another organisation has this domain.')
    if (other !== undefined) await store.setVerified(db, other, null)
    const verified_at = platform.clock.now()
    await store.setVerified(db, row, verified_at)
    await recordAudit(
      db,
      act,
      { action: 'sso.domain_verify', target: domain },
      { organisation: organisationId },
    )
    return { row: { ...row, verified_at }, lost: other?.organisation_id }
  })
  for (const id of lost === undefined ? [organisationId] : [organisationId, lost])
    await publishMembers(platform, id)
  return presentDomain(row)
}

/** removeDomain removes a domain, or throws 404. */
export async function removeDomain(
  platform: Platform,
  act: Act,
  organisationId: string,
  domain: string,
): Promise<void> {
  const work = { actor: act.account, organisationId, permission: 'sso:write' } as const
  await withOrganisationLock(platform, work, async (db) => {
    if (!(await store.deleteDomain(db, organisationId, domain))) throw notFound('The domain')
    await recordAudit(
      db,
      act,
      { action: 'sso.domain_delete', target: domain },
      { organisation: organisationId },
    )
  })
  await publishMembers(platform, organisationId)
}

/** presentDomain returns a domain with the record that proves it. */
export function presentDomain(row: store.DomainRow) {
  const { domain, verified_at, created_at } = row
  const record = { type: 'TXT' as const, name: recordNameOf(domain), value: recordValueOf(row) }
  return { domain, record, verified_at, created_at }
}

async function getDomain(db: Queryable, organisationId: string, domain: string): Promise<store.DomainRow> {
  const row = await store.findDomain(db, organisationId, domain)
  if (row === undefined) throw notFound('The domain')
  return row
}

function recordNameOf(domain: string): string {
  return `_msingi.${domain}`
}

function recordValueOf({ proof }: store.DomainRow): string {
  return `msingi-domain=${proof}`
}
