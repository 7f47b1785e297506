// Asks the provider about an open payment and applies what it says.
import { applyInTransaction, dbOf, type Payments, publish } from '#modules/payments/context/payments.ts'
import { applyEvidence } from '#modules/payments/evidence/apply.ts'
import { findPayment, insertEvent, lockPayment } from '#modules/payments/evidence/payments.store.ts'
import { isParked } from '#modules/payments/model/decide.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import { isOpen, type Payment } from '#modules/payments/model/payment.ts'
import { isNotFound, type Outcome } from '#modules/payments/providers/provider-a/result-codes.ts'
import { ProviderError } from '#modules/payments/providers/provider-error.ts'
import type { ReachedA, ReachedB } from '#modules/payments/settings/accounts.ts'
import { type ReachedProvider, reachFor } from '#modules/payments/settings/reach-payment.ts'
import { sendDirect } from '#modules/payments/start/start-b.ts'
import { failedSend, finishStart } from '#modules/payments/start/start-payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { type DuePayment, delaySlot, moveCheck, takeSlot } from './checks.store.ts'
import { isGivenUp, nextCheckAt } from './schedule.ts'

const LEASE_MS = 60_000
// Where settings are missing, or the provider has refused queries again and again.
const LATER_MS = 5 * 60_000
const MAX_REFUSED = 10_000

/** Step is what comes next for a payment that is due: something that waits for the provider or the project, or a later turn. */
export type Step = (() => Promise<void>) | Date

/** Check begins with a payment that is due. Where its account has to wait for its turn, it returns until when. */
export type Check = (project: ProjectRecord, due: DuePayment) => Promise<Step>

const nothing = async () => {}

/** createCheck makes the check of payments; it remembers which accounts a provider has refused to answer lately. */
export function createCheck(payments: Payments): Check {
  const { clock } = payments.platform
  // How often in a row, by the key of their limit.
  const refused = recentlyUsed<number>(MAX_REFUSED)
  // Accounts whose credentials are not taken any more.
  const invalid = recentlyUsed<true>(MAX_REFUSED)

  const askInTurn = async (
    project: ProjectRecord,
    payment: Payment,
    reached: ReachedProvider,
    lease: Date,
  ) => {
    const { limit_key, query_ms, account } = reached.a ?? reached.b
    try {
      await ask(payments, project, payment, reached, lease)
      refused.delete(limit_key)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind !== 'busy') {
        refused.delete(limit_key)
        if (error.kind === 'credentials') invalid.set(account, true)
        return conclude(payments, project, payment, { heard: { error: error.code }, lease })
      }
      // Nothing was learned of this payment: it is the account that waits.
      const times = refused.get(limit_key) ?? 0
      refused.set(limit_key, times + 1)
      const now = clock.now()
      const wait = Math.min(query_ms * 2 ** Math.min(times, 20), LATER_MS)
      await delaySlot(dbOf(payments, project), limit_key, new Date(now.getTime() + wait))
      await moveCheck(dbOf(payments, project), payment.id, lease, now)
    }
  }

  return async (project, due) => {
    const db = dbOf(payments, project)
    const payment = await findPayment(db, project.id, { id: due.id })
    if (payment === undefined) return nothing
    // Its provider has never named it: all that could be done is to send it again, and the payer would be charged.
    if (payment.reference === null && !isOpen(payment)) return () => conclude(payments, project, payment, {})
    const now = clock.now()
    const deadline = deadlineOf(payment, now)
    if (deadline !== undefined)
      return () => conclude(payments, project, payment, { evidence: { source: 'deadline', ...deadline } })
    const reached = await reachFor(payments, project, payment, (account) => invalid.get(account) === true)
    if (reached === undefined) {
      await moveCheck(db, due.id, due.next_check_at, new Date(now.getTime() + LATER_MS))
      return nothing
    }
    const { limit_key, query_ms } = reached.a ?? reached.b
    const until = await takeSlot(db, limit_key, now, query_ms)
    if (until !== undefined) return until
    const lease = new Date(now.getTime() + LEASE_MS)
    // Another node was faster.
    if (!(await moveCheck(db, due.id, due.next_check_at, lease))) return nothing
    return () => askInTurn(project, payment, reached, lease)
  }
}

// What can be said without asking anybody.
function deadlineOf(payment: Payment, now: Date): Omit<Evidence, 'source'> | undefined {
  const { status, kind, reference } = payment
  if (status === 'submitting') return { status: 'unknown', failure: 'interrupted' }
  if (reference === null && kind === 'session') return { status: 'expired', failure: 'no_answer' }
  if (reference === null && kind === 'stk_push') return { status: 'unknown', failure: 'no_answer' }
  // A callback that comes even later is still worth a query.
  const late = status === 'unknown' && payment.claim !== null
  if (isOpen(payment) && !late && isGivenUp(payment, now))
    return { status: 'unknown', failure: 'no_outcome', alert: 'no_outcome' }
  return undefined
}

function ask(
  payments: Payments,
  project: ProjectRecord,
  payment: Payment,
  { a, b }: ReachedProvider,
  lease: Date,
): Promise<void> {
  if (a !== undefined) return askA(payments, project, payment, a, lease)
  if (payment.reference === null) return resend(payments, project, payment, b)
  return askB(payments, project, payment, b, payment.reference, lease)
}

async function askA(
  payments: Payments,
  project: ProjectRecord,
  payment: Payment,
  account: ReachedA,
  lease: Date,
) {
  const { code, outcome } = await payments.providerA.query(account, payment.reference ?? '')
  const said = outcome ?? (isNotFound(code) ? missing(payment, account) : undefined)
  const evidence: Evidence | undefined = said && { source: 'query', ...said }
  await conclude(payments, project, payment, { evidence, heard: { code }, lease })
}

// Of what is open, that its provider does not know it decides nothing. Neither does anything that another shortcode does not
// know, or the built-in simulator, which forgets everything with a restart.
function missing({ status, request }: Payment, { simulated, shortcode }: ReachedA): Outcome | undefined {
  if (status !== 'completed' || simulated || shortcode !== request.shortcode) return undefined
  return { status: 'failed', failure: 'not_found' }
}

async function askB(
  payments: Payments,
  project: ProjectRecord,
  payment: Payment,
  account: ReachedB,
  reference: string,
  lease: Date,
) {
  const kind = payment.kind === 'session' ? 'session' : 'direct'
  const { fees, reference: _, ...state } = await payments.providerB.get(account, kind, reference)
  const isSilent = state.status === 'completed' && state.amount === undefined
  const evidence: Evidence = { source: 'query', ...state, ...(isSilent && { alert: 'amount_missing' }) }
  await conclude(payments, project, payment, { evidence, heard: { status: state.status }, fees, lease })
}

// With the same key and body, the provider returns the payment that it has made, or makes it now.
async function resend(payments: Payments, project: ProjectRecord, payment: Payment, account: ReachedB) {
  const sent = await sendDirect(payments, account, payment).catch((error) => failedSend(payments, error))
  // Not even the request before can have come through where this one was refused, unless the provider was busy.
  const busy = sent.evidence.failure === 'provider_busy' || sent.evidence.failure === 'credentials'
  const evidence: Evidence = busy
    ? { source: 'response', status: 'unknown', failure: 'no_answer' }
    : sent.evidence
  await finishStart(payments, project, payment.id, { ...sent, evidence })
  await publish(payments, project)
}

interface Findings {
  readonly evidence?: Evidence | undefined
  /** heard is what the provider has said, for the timeline. */
  readonly heard?: Record<string, unknown>
  readonly fees?: number | undefined
  /** lease is when the next look was put off to while the provider was asked. */
  readonly lease?: Date
}

async function conclude(
  payments: Payments,
  project: ProjectRecord,
  { id }: Payment,
  { evidence, heard, fees, lease }: Findings,
): Promise<void> {
  const now = payments.platform.clock.now()
  const applied = await applyInTransaction(payments, project, async (db) => {
    const payment = await lockPayment(db, project.id, id)
    if (payment === undefined) return undefined
    // Its answer may have come since it was read.
    if (evidence?.source === 'deadline' && deadlineOf(payment, now) === undefined) return undefined
    if (heard !== undefined) await insertEvent(db, id, 'query', heard, now)
    // What came while the provider was asked wants its own look.
    const isAskedAgain = lease !== undefined && payment.next_check_at?.getTime() !== lease.getTime()
    // A callback with our token calls it paid. Queries have been wrong about that, so it stays open; one that was sent
    // before that callback came says nothing of it.
    const isClaimed = payment.claim !== null || (payment.status === 'completed' && isAskedAgain)
    const denied = isClaimed && evidence !== undefined && evidence.status !== 'completed'
    const counted = denied && evidence.source === 'query' ? undefined : evidence
    const checks = payment.checks + 1
    const next_check_at = nextOf(payment, evidence, checks, now)
    const changes = { checks, ...(isAskedAgain ? {} : { next_check_at }) }
    if (counted === undefined || saysNothing(payment, counted))
      return applyEvidence(db, payment, { source: 'query', status: payment.status }, now, { changes })
    const full = counted.status === 'completed' ? { ...counted, ...claimed(payment) } : counted
    return applyEvidence(db, payment, full, now, { fees, changes })
  })
  if (applied?.changed) await publish(payments, project)
}

// Of what is open. Of what is completed it may say another amount.
function saysNothing({ status }: Payment, said: Evidence): boolean {
  return said.status === status && status !== 'completed' && said.alert === undefined
}

// What the callback has said that a query of provider A confirms.
function claimed({ claim }: Payment): Pick<Evidence, 'receipt' | 'alert'> {
  if (claim === null) return {}
  return { receipt: claim.receipt, ...(claim.amount === null && { alert: 'amount_missing' }) }
}

const SESSION_END_MS = 25 * 60 * 60 * 1000

function nextOf(payment: Payment, evidence: Evidence | undefined, checks: number, now: Date): Date | null {
  const { kind, claim } = payment
  if (evidence?.source === 'deadline' && evidence.status === 'unknown') {
    // A session whose address nobody got ends by itself; of what is parked, nothing else is to be expected.
    if (evidence.failure === 'interrupted' && kind === 'session')
      return new Date(now.getTime() + SESSION_END_MS)
    return evidence.failure === 'interrupted' && kind === 'direct' ? nextCheckAt(payment, checks, now) : null
  }
  // Of what is completed, whoever was asked and did not answer is asked again.
  const isUnanswered = payment.status === 'completed' && evidence === undefined
  const isWaiting = !isParked(payment) && (isOpen(payment) || claim !== null || isUnanswered)
  const isOver = isGivenUp(payment, now) && payment.status !== 'pending'
  return isWaiting && !isOver ? nextCheckAt(payment, checks, now) : null
}
