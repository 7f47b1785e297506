// Imports a provider's statement as a third witness: what it has received settles payments that nobody could decide.
import { applyInTransaction, inTransaction, type Payments, publish } from '#payments/context/payments.ts'
import { announce, type Found } from '#payments/evidence/announce.ts'
import { type Applied, applyEvidence } from '#payments/evidence/apply.ts'
import { upsertDifferences } from '#payments/evidence/differences.store.ts'
import { findPayment, insertEvent, lockPayments, type PaymentKey } from '#payments/evidence/payments.store.ts'
import { LIMITS, type ProviderName } from '#payments/model/money.ts'
import type { KnownPayment, Payment } from '#payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { closeListed, storeUnlisted } from './differences.store.ts'
import { parseStatement, type StatementLine } from './statement.ts'
import { upsertLine } from './statements.store.ts'

/** Imported is what an import has found. */
export interface Imported {
  readonly lines: number
  readonly matched: number
  readonly settled: number
  readonly unmatched: number
}

const BATCH = 100

/** importStatement stores the lines of a statement and settles the payments that they prove paid. Twice does no harm. */
export async function importStatement(
  payments: Payments,
  project: ProjectRecord,
  provider: ProviderName,
  csv: string,
): Promise<Imported> {
  const lines = await parseStatement(provider, csv)
  let matched = 0
  let settled = 0
  const environments = new Set<string>()
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH)
    const done = await applyInTransaction(payments, project, (db) =>
      importBatch(payments, db, project, provider, batch),
    )
    matched += done.length
    settled += done.filter(({ isSettled }) => isSettled).length
    for (const { payment } of done) environments.add(payment.environment)
  }
  await compareSpan(payments, project, provider, [...environments], lines)
  await publish(payments, project)
  return { lines: lines.length, matched, settled, unmatched: lines.length - matched }
}

// What a line has made of its payment, and whether that is paid since.
interface Matched extends Applied {
  readonly isSettled: boolean
}

async function importBatch(
  { platform }: Payments,
  db: Queryable,
  project: ProjectRecord,
  provider: ProviderName,
  lines: readonly StatementLine[],
): Promise<Matched[]> {
  const { id: projectId } = project
  const now = platform.clock.now()
  const ids: (string | undefined)[] = []
  for (const line of lines) ids.push((await match(db, projectId, provider, line))?.id)
  // All at once and in one order: callbacks lock theirs meanwhile.
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  const locked = new Map((await lockPayments(db, projectId, known)).map((one) => [one.id, one]))
  const matched: Matched[] = []
  const strangers: Found[] = []
  const listed: { payment_id: string; receipt: string }[] = []
  for (const [i, line] of lines.entries()) {
    const { receipt, amount: provider_amount } = line
    const found = locked.get(ids[i] ?? '')
    // The receipt of another payment proves nothing of this one: somebody has paid twice.
    const payment = (found?.receipt ?? receipt) === receipt ? found : undefined
    await upsertLine(db, projectId, provider, LIMITS[provider].currency, line, payment?.id ?? null, now)
    if (payment === undefined) {
      const said = String(provider_amount)
      const cause = 'not_ours' as const
      strangers.push({ payment_id: null, receipt, provider, cause, said, provider_amount, payment: null })
      continue
    }
    listed.push({ payment_id: payment.id, receipt })
    const applied = await applyLine(db, payment, line, now)
    locked.set(payment.id, applied.payment)
    const isSettled = applied.payment.status === 'completed' && payment.status !== 'completed'
    matched.push({ ...applied, isSettled })
  }
  await closeListed(db, projectId, provider, listed, now)
  await announce(platform, db, project, await upsertDifferences(db, projectId, strangers, now))
  return matched
}

// What was completed within the time that the statement covers must be on it.
async function compareSpan(
  payments: Payments,
  project: ProjectRecord,
  provider: ProviderName,
  environments: readonly string[],
  lines: readonly StatementLine[],
): Promise<void> {
  const times = lines.flatMap(({ paid_at }) => paid_at?.getTime() ?? [])
  if (times.length === 0 || environments.length === 0) return
  const [from, to] = times.reduce(
    ([min, max], time) => [Math.min(min, time), Math.max(max, time)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const span = { provider, environments, from: new Date(from), to: new Date(to) }
  const now = payments.platform.clock.now()
  await inTransaction(payments, project, async (db) =>
    announce(payments.platform, db, project, await storeUnlisted(db, project.id, span, now)),
  )
}

async function applyLine(
  db: Queryable,
  payment: KnownPayment,
  { receipt, amount, paid_at }: StatementLine,
  now: Date,
): Promise<Applied> {
  const { currency } = LIMITS[payment.provider]
  const evidence = { source: 'statement', status: 'completed', receipt, amount, currency } as const
  const applied = await applyEvidence(db, payment, evidence, now)
  if (applied.changed) await insertEvent(db, payment.id, 'statement', { receipt, amount, paid_at }, now)
  return applied
}

async function match(
  db: Queryable,
  projectId: string,
  provider: ProviderName,
  { receipt, reference, account_reference }: StatementLine,
): Promise<Payment | undefined> {
  const keys: PaymentKey[] = [
    { provider, receipt },
    ...(reference === null ? [] : [{ provider, reference }]),
    ...(account_reference === null ? [] : [{ account_reference }]),
  ]
  for (const key of keys) {
    const found = await findPayment(db, projectId, key)
    if (found?.provider === provider) return found
  }
  return undefined
}
