// The SQL of statements: table `msingi_payments.statement_lines`.
import { LIMITS } from '#modules/payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { StatementOf } from './imports.store.ts'
import type { StatementLine } from './statement.ts'

/** ListedLine is a line with the payment that it is about; null where that is none. */
export interface ListedLine {
  readonly line: StatementLine
  readonly payment_id: string | null
}

/**
 * upsertLines stores lines of a statement, each in place of an earlier one of its receipt. One that says the same stays as it
 * is, and with the import that has brought it.
 */
export async function upsertLines(
  db: Queryable,
  { project, provider, importId }: StatementOf,
  listed: readonly ListedLine[],
  now: Date,
): Promise<void> {
  if (listed.length === 0) return
  const rows = listed.map(
    ({ line: { receipt, amount, account_reference, reference, paid_at }, payment_id }) => ({
      ...{ receipt, amount, paid_at, payment_id, account_reference: account_reference ?? reference },
    }),
  )
  // A statement cannot write a row twice: the last line of a receipt counts.
  const latest = new Map(rows.map((row) => [row.receipt, row]))
  await db.query(
    `insert into msingi_payments.statement_lines as l
       (project_id, provider, receipt, amount, currency, account_reference, paid_at, imported_at, payment_id, import_id)
     select $1, $2, receipt, amount, $3, account_reference, paid_at, $4, payment_id, $5
     from jsonb_to_recordset($6) as n(receipt text, amount numeric, account_reference text, paid_at timestamptz,
       payment_id uuid)
     on conflict (project_id, provider, receipt) do update
     set amount = excluded.amount, account_reference = excluded.account_reference, paid_at = excluded.paid_at,
       imported_at = excluded.imported_at, payment_id = excluded.payment_id, import_id = excluded.import_id
     where (l.amount, l.account_reference, l.paid_at, l.payment_id)
       is distinct from (excluded.amount, excluded.account_reference, excluded.paid_at, excluded.payment_id)`,
    [project.id, provider, LIMITS[provider].currency, now, importId, JSON.stringify([...latest.values()])],
  )
}
