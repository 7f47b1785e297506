// What the lines of a statement make of payments, a batch of one kind at a time: all are planned, and then written together.
import { applyInTransaction, type Payments } from '#modules/payments/context/payments.ts'
import { announce, type Found } from '#modules/payments/evidence/announce.ts'
import { differencesOf, writePlans } from '#modules/payments/evidence/apply.ts'
import { upsertDifferences } from '#modules/payments/evidence/differences.store.ts'
import { findTaken, lockPayments, NAMES, nameKey } from '#modules/payments/evidence/payments.store.ts'
import { type Plan, type PlanOptions, planEvidence } from '#modules/payments/evidence/plan.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import { LIMITS } from '#modules/payments/model/money.ts'
import { isPaid, type KnownPayment, type Payment, paidOf } from '#modules/payments/model/payment.ts'
import { closeListed } from '#modules/payments/reconciliation/differences.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { holdImport, noteRaised, type StatementOf } from './imports.store.ts'
import { findMatches, type Match } from './matches.store.ts'
import type { LineOutcome, Outcome, StatementLine } from './statement.ts'
import { type ListedLine, upsertLines } from './statements.store.ts'

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
    outcomes = lines.map((line) =>
      line.kind === 'reversal' ? planReversal(batch, line) : planPayment(batch, line),
    )
    await writePlans(db, batch.plans, batch.now)
    await upsertLines(db, of, batch.listed, batch.now)
    const matched = batch.listed.flatMap(({ line: { receipt }, payment_id }) =>
      payment_id === null ? [] : [{ payment_id, receipt }],
    )
    await closeListed(db, of.project.id, of.provider, matched, batch.now)
    const strangers = await upsertDifferences(db, of.project.id, batch.strangers, batch.now)
    await noteRaised(db, of, [...strangers, ...batch.plans.flatMap(differencesOf)])
    await announce(payments.platform, db, of.project, strangers)
    return batch.plans
  })
  return outcomes
}

interface Batch {
  readonly of: StatementOf
  readonly now: Date
  /** matches are the payments of lines, by their line; `locked` has them as they will be with the plans so far. */
  readonly matches: ReadonlyMap<StatementLine, Match>
  readonly locked: Map<string, KnownPayment>
  /** taken are the names that payments have, as `nameKey` writes them. */
  readonly taken: Set<string>
  /** refunds are the payments that lines so far have taken back, by their receipt. */
  readonly refunds: Map<string, string>
  readonly plans: Plan[]
  readonly strangers: Found[]
  readonly listed: ListedLine[]
}

async function openBatch(
  { platform }: Payments,
  db: Queryable,
  of: StatementOf,
  lines: readonly StatementLine[],
): Promise<Batch> {
  const { project, provider } = of
  const matches = await findMatches(db, of, lines)
  // All at once and in one order: callbacks lock theirs meanwhile.
  const own = [...matches.values()].filter(({ environment }) => environment === of.environment)
  const ids = [...new Set(own.map(({ id }) => id))]
  const locked = new Map((await lockPayments(db, project.id, ids)).map((one) => [one.id, one]))
  const names = lines.map(({ receipt: text }) => ({ provider, name: 'receipt' as const, text }))
  const taken = await findTaken(db, project.id, names)
  const now = platform.clock.now()
  return {
    of,
    now,
    matches,
    locked,
    taken,
    refunds: new Map(),
    plans: [],
    strangers: [],
    listed: [],
  }
}

function told({ line, receipt }: StatementLine, outcome: Outcome, reason: string): LineOutcome {
  return { line, receipt, outcome, reason }
}

function planPayment(batch: Batch, line: StatementLine): LineOutcome {
  const { of, matches, locked } = batch
  const { receipt, amount, fee } = line
  const { currency } = LIMITS[of.provider]
  const match = matches.get(line)
  if (match !== undefined && match.environment !== of.environment)
    return told(line, 'other_environment', `Its transaction is one of ${match.environment}.`)
  const found = locked.get(match?.id ?? '')
  // The receipt of another payment proves nothing of this one: somebody has paid twice.
  const payment = (found?.receipt ?? receipt) === receipt ? found : undefined
  batch.listed.push({ line, payment_id: payment?.id ?? null })
  if (payment === undefined) {
    const said = String(amount)
    const shared = { payment_id: null, receipt, provider: of.provider, payment: null }
    batch.strangers.push({ ...shared, cause: 'not_ours', said, provider_amount: amount })
    const reason =
      found === undefined ? 'No transaction has its receipt, reference or account number.' : secondOf(found)
    return told(line, 'not_ours', reason)
  }
  const evidence = { source: 'statement', status: 'completed', receipt, amount, currency } as const
  const after = plan(batch, payment, evidence, line, { fees: fee })
  const asked = paidOf(payment)
  if (after.status === 'completed' && payment.status !== 'completed')
    return told(line, 'settled', 'Its transaction is completed now.')
  if (amount === asked) return told(line, 'matched', 'Its transaction was known already.')
  const cents = Number.isInteger(amount) ? '' : ' Cents make it another amount.'
  const reason = `It says ${amount} ${currency}, and its transaction ${asked} ${currency}.${cents}`
  return told(line, 'other_amount', reason)
}

function secondOf({ receipt }: Payment): string {
  return `Its transaction has another receipt already, ${receipt}.`
}

// Of two payments with the same account number, one may be taken back: where the line names it, it must be this one.
function isAbout({ receipt, reference, account_reference, isRefund }: Match, line: StatementLine): boolean {
  const named = line.originals.filter((one) => one !== line.receipt)
  const own = [receipt, reference, account_reference]
  return isRefund || receipt === null || named.length === 0 || named.some((one) => own.includes(one))
}

function planReversal(batch: Batch, line: StatementLine): LineOutcome {
  const { matches, locked, refunds } = batch
  const match = matches.get(line)
  if (match === undefined || !isAbout(match, line))
    return told(line, 'reversal', 'What it takes back is no transaction.')
  const payment = locked.get(match.id)
  if (payment === undefined)
    return told(line, 'other_environment', `Its transaction is one of ${match.environment}.`)
  if (!isPaid(payment)) return told(line, 'reversal', `Its transaction is ${payment.status}, and stays so.`)
  const { receipt, amount, fee } = line
  if ((refunds.get(receipt) ?? payment.id) !== payment.id)
    return told(line, 'reversal', 'A line of the same receipt takes back another transaction.')
  refunds.set(receipt, payment.id)
  const refund = { by: 'statement', amount, receipt, fee } as const
  const after = plan(batch, payment, { source: 'statement', status: 'reversed', refund }, line)
  return told(line, 'reversal', reasonOf(payment, after, line))
}

function reasonOf(before: KnownPayment, after: KnownPayment, { amount }: StatementLine): string {
  const { currency, refunded_amount } = after
  if (after.refunds.every(({ booked }) => booked) && before.refunded_amount === refunded_amount)
    return 'The reversal of its transaction is recorded already.'
  if (before.refunded_amount === refunded_amount)
    return `It takes back ${amount} ${currency}, which is not what is left of its transaction.`
  if (after.status === 'reversed')
    return `It takes back ${amount} ${currency}: its transaction is reversed now.`
  return `It takes back ${amount} ${currency} of its transaction, of which ${refunded_amount} ${currency} are given back now.`
}

// A line says in the timeline what it has changed.
function plan(
  { now, locked, taken, plans }: Batch,
  payment: KnownPayment,
  evidence: Evidence,
  { receipt, amount, paid_at }: StatementLine,
  options: PlanOptions = {},
): KnownPayment {
  const planned = planEvidence(payment, evidence, taken, now, options)
  const data = { receipt, amount, paid_at }
  const said = planned.changed ? [{ payment_id: payment.id, kind: 'statement' as const, data }] : []
  plans.push({ ...planned, events: [...planned.events, ...said] })
  // What comes next in the batch is judged by what this one has made of its payment.
  locked.set(payment.id, planned.payment)
  const { provider } = payment
  for (const name of NAMES) {
    const text = planned.payment[name]
    if (text !== null) taken.add(nameKey({ provider, name, text }))
  }
  return planned.payment
}
