// What the lines of a statement make of payments, a batch of one kind at a time.
import { applyInTransaction, type Payments } from '#payments/context/payments.ts'
import { announce, type Found } from '#payments/evidence/announce.ts'
import { type Applied, applyEvidence, differencesOf } from '#payments/evidence/apply.ts'
import { upsertDifferences } from '#payments/evidence/differences.store.ts'
import { findPayment, insertEvent, lockPayments, type PaymentKey } from '#payments/evidence/payments.store.ts'
import type { Evidence } from '#payments/model/decide.ts'
import { LIMITS } from '#payments/model/money.ts'
import type { KnownPayment, Payment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { closeListed } from './differences.store.ts'
import { holdImport, noteRaised, type StatementOf } from './imports.store.ts'
import type { LineOutcome, Outcome, StatementLine } from './statement.ts'
import { upsertLine } from './statements.store.ts'

/** importLines applies lines of one kind in a transaction, and returns what has become of each. */
export async function importLines(
  payments: Payments,
  of: StatementOf,
  lines: readonly StatementLine[],
): Promise<LineOutcome[]> {
  let outcomes: LineOutcome[] = []
  await applyInTransaction(payments, of.project, async (db) => {
    await holdImport(db, of.importId)
    const batch = await openBatch(payments, db, of, lines)
    for (const line of lines) {
      if (line.kind === 'reversal') await applyReversal(batch, line)
      else await applyPayment(batch, line)
    }
    await closeListed(db, of.project.id, of.provider, batch.listed, batch.now)
    const strangers = await upsertDifferences(db, of.project.id, batch.strangers, batch.now)
    await noteRaised(db, of, [...strangers, ...batch.applied.flatMap(differencesOf)])
    await announce(payments.platform, db, of.project, strangers)
    outcomes = batch.outcomes
    return batch.applied
  })
  return outcomes
}

interface Batch {
  readonly db: Queryable
  readonly of: StatementOf
  readonly now: Date
  /** matches are the payments of lines, by their line; `locked` has them as they are by now. */
  readonly matches: ReadonlyMap<StatementLine, Payment>
  readonly locked: Map<string, KnownPayment>
  readonly outcomes: LineOutcome[]
  readonly applied: Applied[]
  readonly strangers: Found[]
  readonly listed: { payment_id: string; receipt: string }[]
}

async function openBatch(
  { platform }: Payments,
  db: Queryable,
  of: StatementOf,
  lines: readonly StatementLine[],
): Promise<Batch> {
  const matches = new Map<StatementLine, Payment>()
  for (const line of lines) {
    const found = await match(db, of, line)
    if (found !== undefined) matches.set(line, found)
  }
  // All at once and in one order: callbacks lock theirs meanwhile.
  const own = [...matches.values()].filter(({ environment }) => environment === of.environment)
  const ids = [...new Set(own.map(({ id }) => id))]
  const locked = new Map((await lockPayments(db, of.project.id, ids)).map((one) => [one.id, one]))
  const now = platform.clock.now()
  return { db, of, now, matches, locked, outcomes: [], applied: [], strangers: [], listed: [] }
}

// One of another environment only where there is none of this.
async function match(
  db: Queryable,
  { project, provider, environment }: StatementOf,
  { receipt, reference, account_reference, originals }: StatementLine,
): Promise<Payment | undefined> {
  const receipts = originals.length > 0 ? originals : [receipt]
  const keys: PaymentKey[] = [
    ...receipts.map((one) => ({ provider, receipt: one })),
    ...(reference === null ? [] : [{ provider, reference }]),
    ...(account_reference === null ? [] : [{ account_reference }]),
  ]
  let elsewhere: Payment | undefined
  for (const key of keys) {
    const found = await findPayment(db, project.id, key)
    if (found?.provider !== provider) continue
    if (found.environment === environment) return found
    elsewhere ??= found
  }
  return elsewhere
}

function tell({ outcomes }: Batch, { line, receipt }: StatementLine, outcome: Outcome, reason: string): void {
  outcomes.push({ line, receipt, outcome, reason })
}

async function applyPayment(batch: Batch, line: StatementLine): Promise<void> {
  const { db, of, now, matches, locked } = batch
  const { receipt, amount, paid_at } = line
  const { currency } = LIMITS[of.provider]
  const match = matches.get(line)
  if (match !== undefined && match.environment !== of.environment)
    return tell(batch, line, 'other_environment', `Its transaction is one of ${match.environment}.`)
  const found = locked.get(match?.id ?? '')
  // The receipt of another payment proves nothing of this one: somebody has paid twice.
  const payment = (found?.receipt ?? receipt) === receipt ? found : undefined
  await upsertLine(db, of, line, payment?.id ?? null, now)
  if (payment === undefined) {
    const said = String(amount)
    const shared = { payment_id: null, receipt, provider: of.provider, payment: null }
    batch.strangers.push({ ...shared, cause: 'not_ours', said, provider_amount: amount })
    const reason =
      found === undefined ? 'No transaction has its receipt, reference or account number.' : secondOf(found)
    return tell(batch, line, 'not_ours', reason)
  }
  batch.listed.push({ payment_id: payment.id, receipt })
  const evidence = { source: 'statement', status: 'completed', receipt, amount, currency } as const
  const after = await apply(batch, payment, evidence, { receipt, amount, paid_at })
  const asked = payment.paid_amount ?? payment.amount
  if (after.status === 'completed' && payment.status !== 'completed')
    return tell(batch, line, 'settled', 'Its transaction is completed now.')
  if (amount === asked) return tell(batch, line, 'matched', 'Its transaction was known already.')
  const cents = Number.isInteger(amount) ? '' : ' Cents make it another amount.'
  const reason = `It says ${amount} ${currency}, and its transaction ${asked} ${currency}.${cents}`
  tell(batch, line, 'other_amount', reason)
}

function secondOf({ receipt }: Payment): string {
  return `Its transaction has another receipt already, ${receipt}.`
}

// Of two payments with the same account number, one may be taken back: where the line names it, it must be this one.
function isAbout({ receipt, reference, account_reference }: Payment, line: StatementLine): boolean {
  const named = line.originals.filter((one) => one !== line.receipt)
  const own = [receipt, reference, account_reference]
  return receipt === null || named.length === 0 || named.some((one) => own.includes(one))
}

async function applyReversal(batch: Batch, line: StatementLine): Promise<void> {
  const { of, matches, locked } = batch
  const match = matches.get(line)
  if (match === undefined || !isAbout(match, line))
    return tell(batch, line, 'reversal', 'What it takes back is no transaction.')
  const payment = locked.get(match.id)
  if (payment === undefined)
    return tell(batch, line, 'other_environment', `Its transaction is one of ${match.environment}.`)
  if (payment.status === 'reversed')
    return tell(batch, line, 'reversal', 'The reversal of its transaction is recorded already.')
  if (payment.status !== 'completed')
    return tell(batch, line, 'reversal', `Its transaction is ${payment.status}, and stays so.`)
  const { receipt, amount, paid_at } = line
  await apply(batch, payment, { source: 'statement', status: 'cancelled' }, { receipt, amount, paid_at })
  const reason = `It takes back ${amount} ${LIMITS[of.provider].currency} of a completed transaction.`
  tell(batch, line, 'reversal', reason)
}

// `said` is what the timeline shows where something has changed.
async function apply(
  { db, now, locked, applied }: Batch,
  payment: KnownPayment,
  evidence: Evidence,
  said: Readonly<Record<string, unknown>>,
): Promise<KnownPayment> {
  const one = await applyEvidence(db, payment, evidence, now)
  if (one.changed) await insertEvent(db, payment.id, 'statement', said, now)
  locked.set(payment.id, one.payment)
  applied.push(one)
  return one.payment
}
