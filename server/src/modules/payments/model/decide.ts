// The state machine of payments: what a piece of evidence changes. Pure, so that every rule can be tested by itself.
//
//   submitting → pending → completed | failed | cancelled | expired, unknown → any of them, completed → reversed.
//   A success that a query has to confirm is claimed until a query confirms it; one with the token of its payment, in which
//   everything fits, completes at once, and the query follows.
//   A success that comes late lifts failed, cancelled and expired to completed, with an alert. Completed stays, with an
//   alert where the provider takes it back, and is reversed once all of it is given back (`refunds.ts`). An alert is a
//   difference that evidence has raised; an operator closes all.
import type { Cause } from './causes.ts'
import type { Alert, Changes, Decision, Evidence, IsTaken } from './evidence.ts'
import { isOpen, isPaid, type KnownPayment, type Payment, paidOf, type Status } from './payment.ts'
import { giveBack } from './refunds.ts'

// What a rule decides, before it is held against the differences that are known.
interface Outcome extends Pick<Decision, 'to' | 'changes' | 'alerts' | 'refund'> {
  readonly closes: ReadonlySet<Cause> | 'all'
}

const NONE: ReadonlySet<Cause> = new Set()
const GIVEN_BACK: ReadonlySet<Cause> = new Set<Cause>(['provider_denies', 'refund_mismatch'])
const AMOUNT_MISSING: ReadonlySet<Cause> = new Set<Cause>(['amount_missing'])
const AMOUNT_KNOWN: ReadonlySet<Cause> = new Set<Cause>(['amount_missing', 'amount_mismatch'])
const NOTHING: Outcome = { to: undefined, changes: {}, alerts: [], closes: NONE }
const LATE: ReadonlySet<Status> = new Set(['failed', 'cancelled', 'expired'])
// A person who says so has to resolve or reverse it.
const DENYING: ReadonlySet<Evidence['source']> = new Set(['callback', 'query', 'statement'])
const PARKED: ReadonlySet<Cause> = new Set<Cause>(['amount_mismatch', 'receipt_taken', 'reference_taken'])

/** WAITING are the causes of differences that no evidence raises: a payment without an outcome for long. */
export const WAITING = ['outcome_unknown', 'open_for_long'] as const
const UNDECIDED: ReadonlySet<Cause> = new Set<Cause>([...WAITING, 'no_outcome'])
const PROVEN: ReadonlySet<Cause> = new Set<Cause>([...UNDECIDED, ...PARKED, 'amount_missing'])
// What is shown as the alert of a payment: not what time alone brings about, or what a statement leaves out.
const SILENT: ReadonlySet<Cause> = new Set<Cause>([...WAITING, 'not_on_statement'])

/** decide returns what a piece of evidence changes. */
export function decide(
  payment: KnownPayment,
  evidence: Evidence,
  now: Date,
  isTaken: IsTaken = () => false,
): Decision {
  return compared(payment, withFreeNames(payment, outcomeOf(payment, evidence, now), isTaken))
}

function outcomeOf(payment: KnownPayment, evidence: Evidence, now: Date): Outcome {
  const { status } = payment
  const { status: to, source } = evidence
  if (to === 'reversed') return ofRefund(payment, evidence)
  if (isPaid(payment) && evidence.second !== undefined) return paidTwice(evidence)
  if (status === 'completed') return ofCompleted(payment, evidence)
  if (status === 'reversed') return fillIn(payment, evidence)
  if (isParked(payment) && source !== 'statement' && source !== 'operator') return NOTHING
  if (to === 'completed') return complete(payment, evidence, now)
  // A person who says the same again confirms it.
  if (to === status && source === 'operator') return { ...fillIn(payment, evidence), closes: 'all' }
  if (!isOpen(payment) || to === 'submitting') return NOTHING
  if (to === status) return { ...fillIn(payment, evidence), alerts: alertsIn(evidence) }
  if (to === 'pending') return move(to, { ...found(payment, evidence), failure: null })
  const changes = { ...found(payment, evidence), failure: evidence.failure ?? null }
  if (to === 'unknown') {
    const alerts = alertsIn(evidence)
    return { ...move(to, changes, alerts), closes: alerts.length > 0 ? UNDECIDED : NONE }
  }
  return {
    ...move(to, { ...changes, next_check_at: null }),
    closes: source === 'operator' ? 'all' : UNDECIDED,
  }
}

/**
 * isParked reports whether a payer has paid another amount, or two payments have the same receipt or reference: only a
 * person or the statement decides, so that nobody need be asked.
 */
export function isParked({ status, failure }: Pick<Payment, 'status' | 'failure'>): boolean {
  return status === 'unknown' && PARKED.has(failure as Cause)
}

function complete(payment: KnownPayment, evidence: Evidence, now: Date): Outcome {
  const { source, amount, confirmed_by } = evidence
  const isDecided = source === 'operator'
  if (!isDecided && isOtherAmount(payment, evidence)) return park(payment, evidence)
  if (confirmed_by === 'query' || (confirmed_by === 'token' && !fits(payment, evidence)))
    return claim(payment, evidence, now)
  const alerts: Alert[] = [
    ...(LATE.has(payment.status) && !isDecided ? [{ cause: 'late_success' as const, said: '' }] : []),
    ...alertsIn(evidence),
  ]
  const changes = {
    ...found(payment, evidence),
    // What a person says was paid counts, and is booked.
    ...(typeof amount === 'number' && amount !== payment.amount && { paid_amount: amount }),
    failure: null,
    completed_at: now,
    // The query that was not waited for follows.
    next_check_at: confirmed_by === undefined ? null : now,
  }
  const closes = isDecided ? 'all' : source === 'statement' ? PROVEN : UNDECIDED
  return { ...move('completed', changes, alerts), closes }
}

// Whether a success leaves nothing open: of a payment whose outcome is, with the reference that the answer to its request
// has named, the amount and a receipt. What was claimed before waits for its query: that may have named the reference.
function fits(payment: KnownPayment, { reference, receipt, amount }: Evidence): boolean {
  return (
    isOpen(payment) &&
    payment.claim === null &&
    payment.reference !== null &&
    payment.reference === reference &&
    amount === payment.amount &&
    Boolean(receipt)
  )
}

// The state stays, also one that was given up: only the query that is due decides.
function claim(payment: KnownPayment, evidence: Evidence, now: Date): Outcome {
  const { reference, receipt = null, amount } = evidence
  const claimed = { receipt, amount: typeof amount === 'number' ? amount : null }
  const named = { claim: claimed, next_check_at: now, ...found(payment, { reference }) }
  if (!isOpen(payment)) return { ...NOTHING, changes: named }
  if (payment.reference !== null || payment.status === 'pending') return { ...NOTHING, changes: named }
  return move('pending', { ...named, failure: null })
}

function park(payment: KnownPayment, evidence: Evidence): Outcome {
  const alert = mismatch(payment, evidence)
  if (!isOpen(payment) || isParked(payment)) return { ...NOTHING, alerts: [alert] }
  const changes = { ...found(payment, evidence), failure: alert.cause, next_check_at: null }
  return { ...move('unknown', changes, [alert]), closes: UNDECIDED }
}

// What a query has completed says nothing of the amount: another one that comes to light is only told to the owner, and so
// is a provider that takes back what it has called paid.
function ofCompleted(payment: KnownPayment, evidence: Evidence): Outcome {
  const { source, status, amount } = evidence
  if (status === 'completed') {
    if (source === 'operator') return confirm(payment, evidence)
    if (isOtherAmount(payment, evidence)) return { ...NOTHING, alerts: [mismatch(payment, evidence)] }
    const stated = source === 'statement' ? AMOUNT_KNOWN : AMOUNT_MISSING
    const closes = amount === undefined ? NONE : stated
    return { ...fillIn(payment, evidence), closes }
  }
  return LATE.has(status) && DENYING.has(source) ? denied(status) : NOTHING
}

// Booked is the first: who has paid twice wants one of them back.
function paidTwice({ second: said = '', amount }: Evidence): Outcome {
  const alert = { cause: 'paid_twice' as const, said, ...(typeof amount === 'number' && { amount }) }
  return { ...NOTHING, alerts: [alert] }
}

function denied(said: Status): Outcome {
  return { ...NOTHING, alerts: [{ cause: 'provider_denies', said }] }
}

// Queries have been wrong about what was paid, and say of no refund what it is called.
function ofRefund(payment: KnownPayment, { source, refund }: Evidence): Outcome {
  if (!isPaid(payment)) return NOTHING
  if (refund === undefined || source === 'query')
    return payment.status === 'completed' ? denied('reversed') : NOTHING
  const { step, changes, said, isWhole } = giveBack(payment, refund)
  if (said !== undefined) {
    const alert = { cause: 'refund_mismatch' as const, said: `${said} ${payment.currency}` }
    const amount = typeof said === 'number' ? { amount: said } : {}
    return { ...NOTHING, refund: step, alerts: [{ ...alert, ...amount }] }
  }
  if (isWhole && payment.status === 'completed')
    return { ...move('reversed', changes), refund: step, closes: 'all' }
  return { ...NOTHING, refund: step, changes, closes: step === undefined ? NONE : GIVEN_BACK }
}

// A person confirms it, and may say how much was really paid.
function confirm(payment: KnownPayment, evidence: Evidence): Outcome {
  const { amount } = evidence
  const paid = typeof amount === 'number' && amount !== paidOf(payment)
  const changes = {
    ...found(payment, evidence),
    ...(paid && { paid_amount: amount === payment.amount ? null : amount }),
  }
  return { ...NOTHING, changes, closes: 'all' }
}

function move(to: Status, changes: Changes, alerts: readonly Alert[] = []): Outcome {
  return { to, changes: { ...changes, status: to }, alerts, closes: NONE }
}

function alertsIn({ alert }: Evidence): Alert[] {
  return alert === undefined ? [] : [{ cause: alert, said: '' }]
}

function mismatch(payment: KnownPayment, { amount, currency = payment.currency }: Evidence): Alert {
  const said = `${amount ?? ''} ${currency}`
  return { cause: 'amount_mismatch', said, ...(typeof amount === 'number' && { amount }) }
}

// What was not known before; nothing that is known is replaced.
function found(
  payment: Payment,
  { reference, receipt, expires_at }: Pick<Evidence, 'reference' | 'receipt' | 'expires_at'>,
): Changes {
  return {
    ...(payment.reference === null && reference !== undefined && { reference }),
    ...(payment.receipt === null && receipt && { receipt }),
    ...(payment.expires_at === null && expires_at !== undefined && { expires_at }),
  }
}

function isOtherAmount(payment: Payment, { amount, currency }: Evidence): boolean {
  return (
    (amount !== undefined && amount !== paidOf(payment)) ||
    (currency !== undefined && currency !== payment.currency)
  )
}

function fillIn(payment: Payment, evidence: Evidence): Outcome {
  if (evidence.status !== payment.status) return NOTHING
  return { ...NOTHING, changes: found(payment, evidence) }
}

// One receipt pays for one payment, and an answer about a reference must be about one.
function withFreeNames(payment: KnownPayment, outcome: Outcome, isTaken: IsTaken): Outcome {
  const name = (['reference', 'receipt'] as const).find((one) => {
    const text = outcome.changes[one] ?? null
    return text !== null && isTaken(one, text)
  })
  if (name === undefined) return outcome
  const cause = `${name}_taken` as const
  const alerts = [{ cause, said: outcome.changes[name] ?? '' }]
  if (!isOpen(payment)) return { ...NOTHING, alerts }
  const changes = { status: 'unknown' as const, failure: cause, next_check_at: null }
  return { to: payment.status === 'unknown' ? undefined : 'unknown', changes, alerts, closes: UNDECIDED }
}

/** close decides that differences of a payment are closed. */
export function close(payment: KnownPayment, causes: readonly Cause[]): Decision {
  return compared(payment, { ...NOTHING, closes: new Set(causes) })
}

// What was raised already with the same words is not raised again, also where it is closed since.
function compared({ differences, alert }: KnownPayment, { closes, ...outcome }: Outcome): Decision {
  const alerts = outcome.alerts.filter(
    ({ cause, said }) => !differences.some((known) => known.cause === cause && known.said === said),
  )
  const ended = differences.filter(({ cause, open }) => open && (closes === 'all' || closes.has(cause)))
  const left = differences.filter((one) => one.open && !ended.includes(one)).map(({ cause }) => cause)
  const shown =
    [...left.filter((cause) => !SILENT.has(cause)), ...alerts.map(({ cause }) => cause)].at(-1) ?? null
  const changes = shown === alert ? outcome.changes : { ...outcome.changes, alert: shown }
  return { ...outcome, changes, alerts, closes: ended.map(({ cause }) => cause) }
}
