// The SQL that finds the payments of a statement's lines, by everything that a line names.
import type { Payment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { StatementOf } from './imports.store.ts'
import type { StatementLine } from './statement.ts'

/** Match is what a line is about. */
export interface Match
  extends Pick<Payment, 'id' | 'environment' | 'receipt' | 'reference' | 'account_reference'> {
  /** isRefund is whether the line is known as a refund of it. */
  readonly isRefund: boolean
}

type Kind = 'refund' | 'receipt' | 'reference' | 'account_reference'

interface Key {
  readonly n: number
  readonly rank: number
  readonly kind: Kind
  readonly text: string
}

// What a refund is known of, it is about; else one of another environment only where there is none of this. Each key is one look into an index.
const FIND = `
with key as (select * from jsonb_to_recordset($3) as k(n integer, rank integer, kind text, text text))
select distinct on (k.n) k.n, p.id, p.environment, p.receipt, p.reference, p.account_reference, k.kind = 'refund' as "isRefund"
from key k cross join lateral (
  select r.payment_id as id from msingi_payments.refunds r
    where k.kind = 'refund' and r.project_id = $1 and r.provider = $2 and r.receipt = k.text
  union all
  select id from msingi_payments.payments
    where k.kind = 'receipt' and project_id = $1 and provider = $2 and receipt = k.text
  union all
  select id from msingi_payments.payments
    where k.kind = 'reference' and project_id = $1 and provider = $2 and reference = k.text
  union all
  select id from msingi_payments.payments
    where k.kind = 'account_reference' and project_id = $1 and provider = $2 and account_reference = k.text) f
join msingi_payments.payments p on p.id = f.id
order by k.n, k.kind <> 'refund', p.environment <> $4, k.rank`

/** findMatches returns the payments of lines of a statement by their line; lines of nobody are left out. */
export async function findMatches(
  db: Queryable,
  { project, provider, environment }: StatementOf,
  lines: readonly StatementLine[],
): Promise<Map<StatementLine, Match>> {
  const keys = lines.flatMap((line, n) =>
    keysOf(line).map(([kind, text], rank): Key => ({ n, rank, kind, text })),
  )
  const { rows } = await db.query<Match & { n: number }>(FIND, [
    project.id,
    provider,
    JSON.stringify(keys),
    environment,
  ])
  return new Map(
    rows.flatMap(({ n, ...match }) => {
      const line = lines[n]
      return line === undefined ? [] : [[line, match] as const]
    }),
  )
}

// The likeliest first.
function keysOf({ kind, receipt, reference, account_reference, originals }: StatementLine): [Kind, string][] {
  return [
    ...(kind === 'reversal' ? [['refund', receipt] as [Kind, string]] : []),
    ...(originals.length > 0 ? originals : [receipt]).map((one): [Kind, string] => ['receipt', one]),
    ...(reference === null ? [] : [['reference', reference] as [Kind, string]]),
    ...(account_reference === null ? [] : [['account_reference', account_reference] as [Kind, string]]),
  ]
}
