// Imports a provider's statement as a third witness: what it has received settles payments that nobody could decide.
import { inTransaction, type Payments, publish } from '#payments/context/payments.ts'
import { applyEvidence } from '#payments/evidence/apply.ts'
import { findPayment, insertEvent, type PaymentKey } from '#payments/evidence/payments.store.ts'
import { LIMITS, type ProviderName } from '#payments/model/money.ts'
import type { Payment } from '#payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
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
  const lines = parseStatement(provider, csv)
  let matched = 0
  let settled = 0
  for (let start = 0; start < lines.length; start += BATCH) {
    await inTransaction(payments, project, async (db) => {
      for (const line of lines.slice(start, start + BATCH)) {
        const outcome = await importLine(payments, db, project, provider, line)
        if (outcome !== 'unmatched') matched += 1
        if (outcome === 'settled') settled += 1
      }
    })
  }
  await publish(payments, project)
  return { lines: lines.length, matched, settled, unmatched: lines.length - matched }
}

async function importLine(
  { platform }: Payments,
  db: Queryable,
  { id: projectId }: ProjectRecord,
  provider: ProviderName,
  line: StatementLine,
): Promise<'unmatched' | 'matched' | 'settled'> {
  const now = platform.clock.now()
  const { currency } = LIMITS[provider]
  const payment = await match(db, projectId, provider, line)
  await upsertLine(db, projectId, provider, currency, line, payment?.id ?? null, now)
  if (payment === undefined) return 'unmatched'
  const { receipt, amount, paid_at } = line
  // The receipt of another payment proves nothing of this one.
  if (payment.receipt !== null && payment.receipt !== receipt) return 'matched'
  const evidence = { source: 'statement', status: 'completed', receipt, amount, currency } as const
  const applied = await applyEvidence(db, payment, evidence, now)
  if (!applied.changed) return 'matched'
  await insertEvent(db, payment.id, 'statement', { receipt, amount, paid_at }, now)
  return applied.payment.status === payment.status ? 'matched' : 'settled'
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
    const found = await findPayment(db, projectId, key, true)
    if (found?.provider === provider) return found
  }
  return undefined
}
