// The SQL of statements: table `msingi_payments.statement_lines`, and how it differs from the payments.
import type { ProviderName } from '#payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { StatementLine } from './statement.ts'

/** upsertLine stores a line of a statement with the payment that it is about. */
export async function upsertLine(
  db: Queryable,
  projectId: string,
  provider: ProviderName,
  currency: string,
  line: StatementLine,
  paymentId: string | null,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into msingi_payments.statement_lines
       (project_id, provider, receipt, amount, currency, account_reference, paid_at, imported_at, payment_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (project_id, provider, receipt) do update
     set amount = excluded.amount, payment_id = excluded.payment_id, imported_at = excluded.imported_at`,
    [
      projectId,
      provider,
      line.receipt,
      line.amount,
      currency,
      line.account_reference ?? line.reference,
      line.paid_at,
      now,
      paymentId,
    ],
  )
}

/** Difference is what the provider and we do not agree on, with its cause. */
export interface Difference {
  readonly cause: string
  readonly transaction_id: string | null
  readonly provider: ProviderName
  readonly reference: string | null
  readonly receipt: string | null
  readonly status: string | null
  readonly amount: number | null
  readonly statement_amount: number | null
  readonly currency: string
  readonly at: Date
}

// Every cause is decided here, in the order of its urgency.
const DIFFERENCES = `
select * from (
  select case when p.id is null then 'not_ours'
      when p.amount <> l.amount then 'amount_differs'
      else 'paid_but_not_completed' end as cause,
    p.id as transaction_id, l.provider, l.account_reference as reference, l.receipt, p.status,
    p.amount::float8 as amount, l.amount::float8 as statement_amount, l.currency,
    coalesce(l.paid_at, l.imported_at) as at
  from msingi_payments.statement_lines l left join msingi_payments.payments p on p.id = l.payment_id
  where l.project_id = $1 and (p.id is null or p.amount <> l.amount or p.status not in ('completed', 'reversed'))
  union all
  select case when p.alert is not null and p.status = 'unknown' then p.failure
      when p.status = 'unknown' then 'outcome_unknown'
      else 'open_for_long' end,
    p.id, p.provider, p.reference, p.receipt, p.status, p.amount::float8, null, p.currency, p.created_at
  from msingi_payments.payments p
  where p.project_id = $1 and p.next_check_at is not null and p.status in ('submitting', 'pending') and p.created_at < $4
    or p.project_id = $1 and p.status = 'unknown'
  union all
  select 'not_on_statement', p.id, p.provider, p.reference, p.receipt, p.status, p.amount::float8, null, p.currency,
    p.completed_at
  from msingi_payments.payments p
  where p.project_id = $1 and p.status = 'completed'
    and p.completed_at between
      (select min(paid_at) from msingi_payments.statement_lines s where s.project_id = $1 and s.provider = p.provider)
      and (select max(paid_at) from msingi_payments.statement_lines s where s.project_id = $1 and s.provider = p.provider)
    and not exists (select from msingi_payments.statement_lines l where l.project_id = $1 and l.payment_id = p.id)
) d where at >= $2 and at < $3 order by at desc, receipt limit 1000`

/** listDifferences returns what differs in a span of time; what is open since before `overdue` counts. */
export async function listDifferences(
  db: Queryable,
  projectId: string,
  from: Date,
  to: Date,
  overdue: Date,
): Promise<Difference[]> {
  const { rows } = await db.query<Difference>(DIFFERENCES, [projectId, from, to, overdue])
  return rows
}

/** Totals are the sums of a span of time by provider and environment. */
export interface Totals {
  readonly provider: ProviderName
  readonly environment: string
  readonly currency: string
  readonly completed: number
  readonly completed_amount: number
  readonly open: number
  readonly failed: number
}

/** listTotals returns the sums of payments that were started in a span of time. */
export async function listTotals(db: Queryable, projectId: string, from: Date, to: Date): Promise<Totals[]> {
  const { rows } = await db.query<Totals>(
    `select provider, environment, currency,
       (count(*) filter (where status = 'completed'))::int as completed,
       coalesce(sum(amount) filter (where status = 'completed'), 0)::float8 as completed_amount,
       (count(*) filter (where status in ('submitting', 'pending', 'unknown')))::int as open,
       (count(*) filter (where status in ('failed', 'cancelled', 'expired')))::int as failed
     from msingi_payments.payments where project_id = $1 and created_at >= $2 and created_at < $3
     group by provider, environment, currency order by provider, environment`,
    [projectId, from, to],
  )
  return rows
}

/** askAgain has unsettled payments of the last days asked about once more. */
export async function askAgain(db: Queryable, projectId: string, since: Date, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update msingi_payments.payments set next_check_at = $3
     where id in (select id from msingi_payments.payments where project_id = $1 and status = 'pending'
       and reference is not null and created_at >= $2 order by created_at limit 1000)
       and (next_check_at is null or next_check_at > $3)`,
    [projectId, since, now],
  )
  return rowCount ?? 0
}

/** listActiveProjects returns projects with payments that are not settled, a page at a time. */
export async function listActiveProjects(
  db: Queryable,
  after: string | null,
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    `select distinct project_id from msingi_payments.payments
     where ($1::uuid is null or project_id > $1) and status in ('pending', 'unknown')
     order by project_id limit $2`,
    [after, most],
  )
  return rows.map(({ project_id }) => project_id)
}
