// The SQL of imports of statements: table `msingi_payments.statement_imports`, and what each has brought and raised.
import type { NewDifference } from '#modules/payments/evidence/differences.store.ts'
import type { Cause } from '#modules/payments/model/causes.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { LineOutcome, Outcome } from './statement.ts'

/** StatementImport is an import as it is kept. */
export interface StatementImport {
  readonly id: string
  readonly provider: ProviderName
  readonly environment: Payment['environment']
  readonly at: Date
  readonly by: string
  /** from and to are the first and the last time on the statement. */
  readonly from: Date | null
  readonly to: Date | null
  readonly lines: number
  /** counts are null where it has broken off, or is not over yet. */
  readonly counts: Readonly<Record<Outcome, number>> | null
}

/** Imported is an import with what it has found. */
export interface Imported extends StatementImport {
  /** others are lines that are neither settled nor matched: the first 20 of each outcome. */
  readonly others: readonly LineOutcome[]
}

/** StatementOf is whose statement it is, and which import brings it. */
export interface StatementOf {
  readonly project: ProjectRecord
  readonly provider: ProviderName
  readonly environment: Payment['environment']
  readonly importId: string
}

const COLUMNS = `id, provider, environment, imported_at as at, imported_by as by, span_from as "from", span_to as "to", lines,
  counts`
const MOST = 1000

/** insertImport stores that an import begins. */
export async function insertImport(
  db: Queryable,
  projectId: string,
  { id, provider, environment, at, by, from, to, lines }: Omit<StatementImport, 'counts'>,
): Promise<void> {
  await db.query(
    `insert into msingi_payments.statement_imports
       (id, project_id, provider, environment, imported_at, imported_by, span_from, span_to, lines)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, projectId, provider, environment, at, by, from, to, lines],
  )
}

/** finishImport stores what an import has found. */
export async function finishImport(
  db: Queryable,
  id: string,
  counts: object,
  others: readonly LineOutcome[],
): Promise<void> {
  const values = [id, JSON.stringify(counts), JSON.stringify(others)]
  await db.query(
    'update msingi_payments.statement_imports set counts = $2, others = $3 where id = $1',
    values,
  )
}

/** holdImport keeps an import from being undone until the transaction ends. It throws 409 where it is undone already. */
export async function holdImport(db: Queryable, id: string): Promise<void> {
  const { rows } = await db.query(
    'select from msingi_payments.statement_imports where id = $1 and undone_at is null for share',
    [id],
  )
  if (rows.length === 0) throw conflict('wrong_state', 'The import was undone while it ran.')
}

/** listImports returns the imports of a project: at most 1000, the latest first. */
export async function listImports(db: Queryable, projectId: string): Promise<StatementImport[]> {
  const { rows } = await db.query<StatementImport>(
    `select ${COLUMNS} from msingi_payments.statement_imports where project_id = $1
     order by imported_at desc, id desc limit ${MOST}`,
    [projectId],
  )
  return rows
}

/** findImport returns an import with what it has found; undefined where the project has none of that id. */
export async function findImport(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<Imported | undefined> {
  const { rows } = await db.query<Imported>(
    `select ${COLUMNS}, others from msingi_payments.statement_imports where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return rows[0]
}

/** beginUndoing has an import bring no more, and returns it; undefined where the project has none of that id. */
export async function beginUndoing(
  db: Queryable,
  projectId: string,
  id: string,
  now: Date,
): Promise<StatementImport | undefined> {
  const { rows } = await db.query<StatementImport>(
    `update msingi_payments.statement_imports set undone_at = $3 where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, now],
  )
  return rows[0]
}

const BY_IMPORT = `update msingi_payments.differences d set import_id = $2
  from jsonb_to_recordset($3) as f(payment_id uuid, provider text, receipt text, cause text)
  where d.project_id = $1 and d.cause = f.cause`

/** noteRaised stores which import has raised differences. */
export async function noteRaised(
  db: Queryable,
  { project, importId }: Pick<StatementOf, 'project' | 'importId'>,
  raised: readonly NewDifference[],
): Promise<void> {
  const [lines, ofPayments] = [false, true].map((is) =>
    raised.filter(({ payment_id }) => (payment_id !== null) === is),
  )
  for (const [found, where] of [
    [lines, 'd.payment_id is null and d.provider = f.provider and d.receipt = f.receipt'],
    [ofPayments, 'd.payment_id = f.payment_id'],
  ] as const) {
    if (found === undefined || found.length === 0) continue
    await db.query(`${BY_IMPORT} and ${where}`, [project.id, importId, JSON.stringify(found)])
  }
}

/** listRaisedPayments returns some payments with open differences that an import has raised. */
export async function listRaisedPayments(db: Queryable, importId: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ payment_id: string }>(
    `select distinct payment_id from msingi_payments.differences
     where import_id = $1 and payment_id is not null and closed_at is null limit $2`,
    [importId, most],
  )
  return rows.map(({ payment_id }) => payment_id)
}

// Said anew by another import, it is to be raised again.
const FORGET = `said = said || ' undone'`

/** takeRaised returns the causes of open differences that an import has raised of locked payments, to be closed. */
export async function takeRaised(
  db: Queryable,
  importId: string,
  paymentIds: readonly string[],
): Promise<Map<string, Cause[]>> {
  const { rows } = await db.query<{ payment_id: string; cause: Cause }>(
    `update msingi_payments.differences set ${FORGET}
     where import_id = $1 and payment_id = any($2) and closed_at is null returning payment_id, cause`,
    [importId, paymentIds],
  )
  const byPayment = Map.groupBy(rows, ({ payment_id }) => payment_id)
  return new Map([...byPayment].map(([id, own]) => [id, own.map(({ cause }) => cause)]))
}

/** deleteImport deletes an import with its lines, and closes what these have raised and was not closed yet. */
export async function deleteImport(
  db: Queryable,
  id: string,
  { by, note }: { readonly by: string; readonly note: string },
  now: Date,
): Promise<void> {
  await db.query(
    `update msingi_payments.differences set closed_at = $2, closed_by = $3, note = $4, ${FORGET}
     where import_id = $1 and payment_id is null and closed_at is null`,
    [id, now, by, note],
  )
  // Without these lines, a payment may be on no statement again.
  await db.query(
    `update msingi_payments.differences d set ${FORGET} from msingi_payments.statement_lines l
     where l.import_id = $1 and d.payment_id = l.payment_id and d.cause = 'not_on_statement'
       and d.closed_at is not null and d.closed_by is null`,
    [id],
  )
  await db.query('delete from msingi_payments.statement_imports where id = $1', [id])
}
