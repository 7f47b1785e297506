// Domains of projects: claimed, verified by a TXT record, looked at again, disabled where ownership was lost.
import { randomBytes, randomUUID } from 'node:crypto'
import { recordAudit } from '#platform/audit/audit.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, conflict, notFound } from '#platform/errors/app-error.ts'
import { notify } from '#platform/events/platform-events.ts'
import { FairGate } from '#platform/fairness/fair-gate.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { inBatches } from '#platform/work/batches.ts'
import { readName } from './domain-names.ts'
import * as store from './domains.store.ts'
import type { Finding, LookUp } from './look-up.ts'

/** DOMAINS_CHANGED is the topic of invalidations of a project's domains. */
export const DOMAINS_CHANGED = topic('domains')

const MOST = 20
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** LOST_DAYS is for how long the record of a verified name can be missing. */
export const LOST_DAYS = 7
// A claim is looked at by itself for so long; later only when asked to.
const PENDING_DAYS = 30
const CLAIM_MS = 10 * MINUTE_MS
const AT_ONCE = 20
// So that one run ends, also where others claim names all the time.
const MOST_ROUNDS = 10
const CHECKS = { places: 8, perProject: 2, waiting: 100, waitMs: 10_000, what: 'domain checks' }

/** Domains is what the module works with. */
export interface Domains {
  readonly platform: Platform
  readonly lookUp: LookUp
  readonly gate: FairGate
}

/** openDomains makes it. */
export function openDomains(platform: Platform, lookUp: LookUp): Domains {
  return { platform, lookUp, gate: new FairGate(CHECKS) }
}

/** addDomain claims a name. It throws 400 for a name that no project can have, and 409 where the project has it already. */
export async function addDomain({ platform }: Domains, act: Act, text: string): Promise<store.DomainRow> {
  const { project } = act
  const name = readName(text, platform.config)
  const now = platform.clock.now()
  return transaction(platform.clusters.main.admin, async (db) => {
    const row = await store.insertDomain(
      db,
      {
        id: randomUUID(),
        project_id: project.id,
        name,
        token: `msingi-${randomBytes(24).toString('base64url')}`,
        created_at: now,
        checked_at: null,
        verified_at: null,
        lost_since: null,
        next_check_at: new Date(now.getTime() + 5 * MINUTE_MS),
      },
      MOST,
    )
    if (row === undefined)
      throw conflict(
        'limit_reached',
        `The project has the domain ${name} already, or ${MOST} domains, which is the most.`,
      )
    await recordAudit(db, act, { action: 'domains.create', target: row.id })
    return row
  })
}

/** verifyDomain looks at a domain now, and returns what has become of it. It throws 409 where another project has the name. */
export async function verifyDomain(domains: Domains, act: Act, id: string): Promise<store.DomainRow> {
  const { platform, lookUp, gate } = domains
  const { admin } = platform.clusters.main
  const row = await store.findDomain(admin, act.project.id, id)
  if (row === undefined) throw notFound('The domain')
  const finding = await gate.run(tenantOf(act.project), () => lookUp(row.name, row.token))
  const settled = await settle(domains, row, finding, act)
  if (settled === undefined) throw notFound('The domain')
  return settled
}

/** removeDomain removes a domain; its name leads to the project no more, on any node. */
export async function removeDomain({ platform }: Domains, act: Act, id: string): Promise<void> {
  const { admin } = platform.clusters.main
  await transaction(admin, async (db) => {
    const row = await store.deleteDomain(db, act.project.id, id)
    if (row === undefined) throw notFound('The domain')
    await recordAudit(db, act, { action: 'domains.delete', target: id })
  })
  await platform.invalidations.publish(DOMAINS_CHANGED, act.project.id)
}

/** checkDue looks at the domains whose time has come, some of them at once, the longest overdue first. */
export function checkDue(domains: Domains, stopping: AbortSignal): Promise<void> {
  return inBatches(stopping, AT_ONCE, () => checkSome(domains), MOST_ROUNDS)
}

async function checkSome(domains: Domains): Promise<number> {
  const { platform, lookUp } = domains
  const { admin } = platform.clusters.main
  const now = platform.clock.now()
  const due = await store.claimDue(admin, now, new Date(now.getTime() + CLAIM_MS), AT_ONCE)
  await Promise.all(
    due.map(async (row) => {
      const finding = await lookUp(row.name, row.token)
      await settle(domains, row, finding).catch((error) => {
        // Another project has the name: the claim waits.
        if (!(error instanceof AppError)) throw error
      })
    }),
  )
  return due.length
}

async function settle(
  { platform }: Domains,
  row: store.DomainRow,
  finding: Finding,
  act?: Act,
): Promise<store.DomainRow | undefined> {
  const { admin } = platform.clusters.main
  const next = judge(row, finding, platform.clock.now())
  const settled = await transaction(admin, async (db) => {
    const updated = await store.updateDomain(db, next)
    if (updated !== undefined && updated.status !== row.status) await announce(platform, db, updated, act)
    return updated
  }).catch((error: { code?: string }) => {
    if (error.code !== '23505') throw error
    throw conflict(
      'already_exists',
      `Another project has verified ${row.name}. Remove the domain there, or its TXT record: ${LOST_DAYS} days later the name is free.`,
    )
  })
  if (next.status !== row.status) await platform.invalidations.publish(DOMAINS_CHANGED, row.project_id)
  return settled
}

/** judge returns what a finding makes of a domain. */
export function judge(row: store.DomainRow, finding: Finding, now: Date): store.DomainRow {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const seen = { ...row, checked_at: now, error: finding.error }
  // Without an answer nothing is known, so nothing changes.
  if (finding.error !== null) return { ...seen, next_check_at: row.next_check_at && after(CLAIM_MS) }
  const found = { ...seen, has_token: finding.has_token, has_address: finding.has_address }
  if (finding.has_token)
    return {
      ...found,
      status: 'verified',
      verified_at: row.status === 'verified' ? row.verified_at : now,
      lost_since: null,
      next_check_at: after(DAY_MS),
    }
  if (row.status === 'pending') {
    const age = now.getTime() - row.created_at.getTime()
    const next_check_at = age > PENDING_DAYS * DAY_MS ? null : after(age < DAY_MS ? 5 * MINUTE_MS : HOUR_MS)
    return { ...found, next_check_at }
  }
  if (row.status === 'disabled') return { ...found, next_check_at: null }
  const lost_since = row.lost_since ?? now
  if (now.getTime() - lost_since.getTime() < LOST_DAYS * DAY_MS)
    return { ...found, lost_since, next_check_at: after(HOUR_MS) }
  return { ...found, lost_since, status: 'disabled', next_check_at: null }
}

async function announce(
  platform: Platform,
  db: Queryable,
  { id, project_id, name, status }: store.DomainRow,
  act?: Act,
): Promise<void> {
  if (act !== undefined) await recordAudit(db, act, { action: 'domains.verify', target: id })
  if (status !== 'disabled') return
  await notify(platform, db, {
    type: 'domain.disabled',
    projectId: project_id,
    subject: id,
    message: `The domain ${name} was disabled: its record of ownership has been missing for ${LOST_DAYS} days.`,
    data: { domain: { id, name } },
  })
}
