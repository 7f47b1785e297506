// Imports a provider's statement as a third witness: what it has received settles payments that nobody could decide, and
// what it has taken back is told of.
import { randomUUID } from 'node:crypto'
import { dbOf, inTransaction, type Payments, publish } from '#modules/payments/context/payments.ts'
import { announce } from '#modules/payments/evidence/announce.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import { storeUnlisted } from '#modules/payments/reconciliation/differences.store.ts'
import { getSettings } from '#modules/payments/settings/settings.ts'
import { actorName, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { DateOrder } from '#platform/csv/date-order.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { importLines } from './import-lines.ts'
import { finishImport, holdImport, type Imported, insertImport, noteRaised } from './imports.store.ts'
import { type LineOutcome, OUTCOMES, type Outcome, parseStatement, type StatementLine } from './statement.ts'

/** StatementFile is a statement as it was sent; without an environment it is of the one that is set. */
export interface StatementFile {
  readonly provider: ProviderName
  readonly environment?: Payment['environment'] | undefined
  readonly dates?: DateOrder | undefined
  readonly csv: string
}

const BATCH = 500
const MOST_OF_OUTCOME = 20
const GOOD: ReadonlySet<Outcome> = new Set(['settled', 'matched'])

/** importStatement stores the lines of a statement and settles the payments that they prove paid. Twice does no harm. */
export async function importStatement(
  payments: Payments,
  { project, actor, at }: Act,
  { provider, environment: said, dates, csv }: StatementFile,
): Promise<Imported> {
  const environment = said ?? (await environmentOf(payments, project, provider))
  const { lines, leftOut, span } = await parseStatement(provider, csv, dates)
  const { from = null, to = null } = span ?? {}
  const by = actorName(actor)
  const id = randomUUID()
  const begun = { id, provider, environment, at, by, from, to, lines: lines.length + leftOut.length }
  await insertImport(dbOf(payments, project), project.id, begun)
  const of = { project, provider, environment, importId: id }
  const outcomes = [...leftOut]
  // Statements often have the latest line first, and a payment is received before it is taken back.
  for (const kind of ['payment', 'reversal'] as const)
    for (const batch of batchesOf(lines.filter((line) => line.kind === kind)))
      outcomes.push(...(await importLines(payments, of, batch)))
  const { counts, others } = summaryOf(outcomes)
  await inTransaction(payments, project, async (db) => {
    await holdImport(db, id)
    await finishImport(db, id, counts, others)
    // A statement that has none of the payments is probably one of another account.
    if (span === undefined || counts.settled + counts.matched === 0) return
    const now = payments.platform.clock.now()
    const unlisted = await storeUnlisted(db, project.id, { provider, environment, ...span }, now)
    await noteRaised(db, of, unlisted)
    await announce(payments.platform, db, project, unlisted)
  })
  await publish(payments, project)
  return { ...begun, counts, others }
}

async function environmentOf(
  payments: Payments,
  project: ProjectRecord,
  provider: ProviderName,
): Promise<Payment['environment']> {
  const { provider_a_environment: a, provider_b_mode: b } = await getSettings(payments, project)
  return provider === 'provider_a' ? a : b
}

function batchesOf(lines: readonly StatementLine[]): StatementLine[][] {
  const count = Math.ceil(lines.length / BATCH)
  return Array.from({ length: count }, (_, n) => lines.slice(n * BATCH, (n + 1) * BATCH))
}

function summaryOf(outcomes: readonly LineOutcome[]) {
  const groups = Map.groupBy(outcomes, ({ outcome }) => outcome)
  const count = (one: Outcome) => groups.get(one)?.length ?? 0
  const counts = {
    settled: count('settled'),
    matched: count('matched'),
    other_amount: count('other_amount'),
    reversal: count('reversal'),
    not_ours: count('not_ours'),
    other_environment: count('other_environment'),
    withdrawal: count('withdrawal'),
    not_completed: count('not_completed'),
    unreadable: count('unreadable'),
  }
  const others = OUTCOMES.filter((one) => !GOOD.has(one)).flatMap((one) =>
    (groups.get(one) ?? []).toSorted((a, b) => a.line - b.line).slice(0, MOST_OF_OUTCOME),
  )
  return { counts, others }
}
