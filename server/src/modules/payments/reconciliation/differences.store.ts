// The SQL of the reconciliation: differences that no evidence raises, and the list of all.
import type { Found } from '#modules/payments/evidence/announce.ts'
import {
  type Closing,
  type NewDifference,
  upsertDifferences,
} from '#modules/payments/evidence/differences.store.ts'
import type { Cause } from '#modules/payments/model/causes.ts'
import { LIMITS, type ProviderName } from '#modules/payments/model/money.ts'
import type { Payment, Status } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Difference is a difference with what it is about. */
export interface Difference {
  readonly id: string
  readonly cause: Cause
  readonly transaction_id: string | null
  readonly provider: ProviderName
  readonly reference: string | null
  readonly receipt: string | null
  readonly status: Status | null
  readonly amount: number | null
  readonly provider_amount: number | null
  readonly currency: string
  readonly at: Date
  readonly closed_at: Date | null
  readonly closed_by: string | null
  readonly note: string | null
}

const MOST = 1000

// Lines of before imports were kept are of both.
const OF_ENVIRONMENT = `($2::text is null or case when payment_id is null
  then coalesce((select i.environment from msingi_payments.statement_imports i where i.id = import_id), $2)
  else (select p.environment from msingi_payments.payments p where p.id = payment_id) end = $2)`

/**
 * listDifferences returns the differences that are open, or those that are closed, of one environment or both: at most 1000,
 * the latest first.
 */
export function listDifferences(
  db: Queryable,
  projectId: string,
  state: 'open' | 'closed',
  environment: Payment['environment'] | undefined,
): Promise<Difference[]> {
  const [is, at] = state === 'open' ? ['null', 'found_at'] : ['not null', 'closed_at']
  const where = `closed_at is ${is} and ${OF_ENVIRONMENT}`
  return read(db, where, `${at} desc, id desc limit ${MOST}`, [projectId, environment ?? null])
}

/** findDifferences returns differences of a project by their ids; those of other projects are left out. */
export function findDifferences(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<Difference[]> {
  return read(db, 'id = any($2)', 'found_at desc, id desc', [projectId, ids])
}

async function read(
  db: Queryable,
  where: string,
  order: string,
  values: readonly unknown[],
): Promise<Difference[]> {
  const { rows } = await db.query<Omit<Difference, 'currency'>>(
    `select d.id, d.cause, d.payment_id as transaction_id, d.provider,
       coalesce(p.reference, l.account_reference) as reference, coalesce(d.receipt, p.receipt) as receipt, p.status,
       p.amount::float8 as amount, d.provider_amount::float8 as provider_amount, d.found_at as at, d.closed_at,
       d.closed_by, d.note
     from (select *, row_number() over () as nth from (select * from msingi_payments.differences
       where project_id = $1 and ${where} order by ${order}) o) d
     left join msingi_payments.payments p on p.id = d.payment_id
     left join msingi_payments.statement_lines l on d.payment_id is null and l.project_id = d.project_id
       and l.provider = d.provider and l.receipt = d.receipt
     order by d.nth`,
    [...values],
  )
  return rows.map((row) => ({ ...row, currency: LIMITS[row.provider].currency }))
}

/** closeLines closes differences of lines that belong to no payment. */
export async function closeLines(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
  { by, note }: Closing,
  now: Date,
): Promise<void> {
  await db.query(
    `update msingi_payments.differences set closed_at = $3, closed_by = $4, note = $5
     where project_id = $1 and id = any($2) and payment_id is null and closed_at is null`,
    [projectId, ids, now, by, note],
  )
}

type FoundPayment = Pick<NewDifference, 'provider' | 'receipt' | 'cause'> &
  NonNullable<Found['payment']> & { readonly id: string }

const FIELDS = 'p.id, p.provider, p.receipt, p.status, p.amount::float8 as amount, p.reference, p.order_id'

// Locked, so that none is decided while it is noted down as open; what is at work on one now decides about it itself.
const WAITING = `
select ${FIELDS}, case when p.status = 'unknown' then 'outcome_unknown' else 'open_for_long' end as cause
from msingi_payments.payments p
where p.project_id = $1 and p.status in ('submitting', 'pending', 'unknown') and p.created_at < $2
  and not exists (select from msingi_payments.differences d where d.payment_id = p.id
    and (d.closed_at is null or d.cause = case when p.status = 'unknown' then 'outcome_unknown' else 'open_for_long' end))
order by p.created_at limit ${MOST} for no key update of p skip locked`

/** storeWaiting stores which payments have been open since before a time without an alert, and returns them. */
export async function storeWaiting(
  db: Queryable,
  projectId: string,
  before: Date,
  now: Date,
): Promise<Found[]> {
  const { rows } = await db.query<FoundPayment>(WAITING, [projectId, before])
  return upsertDifferences(db, projectId, rows.map(foundOf), now)
}

/** StatementSpan is the time that a statement covers, of a provider and one of its environments. */
export interface StatementSpan {
  readonly provider: ProviderName
  readonly environment: Payment['environment']
  readonly from: Date
  readonly to: Date
}

// It was paid after it was started and before it is completed: both must lie within, as it could be on another statement.
const UNLISTED = `
select ${FIELDS}, 'not_on_statement' as cause
from msingi_payments.payments p
where p.project_id = $1 and p.provider = $2 and p.status = 'completed' and p.environment = $3
  and p.completed_at between $4 and $5 and p.created_at >= $4
  and not exists (select from msingi_payments.statement_lines l where l.payment_id = p.id)
  and not exists (select from msingi_payments.differences d where d.payment_id = p.id and d.cause = 'not_on_statement'
    and d.said = '')
order by p.completed_at limit ${MOST}`

/** storeUnlisted stores which completed payments a statement should have a line of and has not, and returns them. */
export async function storeUnlisted(
  db: Queryable,
  projectId: string,
  { provider, environment, from, to }: StatementSpan,
  now: Date,
): Promise<Found[]> {
  const { rows } = await db.query<FoundPayment>(UNLISTED, [projectId, provider, environment, from, to])
  return upsertDifferences(db, projectId, rows.map(foundOf), now)
}

function foundOf({ id: payment_id, provider, receipt, cause, ...payment }: FoundPayment): Found {
  return { payment_id, provider, receipt, cause, said: '', provider_amount: null, payment }
}

/** closeListed closes what was said of lines that had no payment, and of payments that had no line, and have one now. */
export async function closeListed(
  db: Queryable,
  projectId: string,
  provider: ProviderName,
  matched: readonly { readonly payment_id: string; readonly receipt: string }[],
  now: Date,
): Promise<void> {
  if (matched.length === 0) return
  // Two statements: one with `or` would hold every difference against every line.
  await db.query(
    `update msingi_payments.differences set closed_at = $2
     where payment_id = any($1) and cause = 'not_on_statement' and closed_at is null`,
    [matched.map(({ payment_id }) => payment_id), now],
  )
  await db.query(
    `update msingi_payments.differences set closed_at = $4
     where project_id = $1 and payment_id is null and provider = $2 and receipt = any($3) and closed_at is null`,
    [projectId, provider, matched.map(({ receipt }) => receipt), now],
  )
}

/** askAgain has unsettled payments since a time asked about once more. */
export async function askAgain(db: Queryable, projectId: string, since: Date, now: Date): Promise<void> {
  await db.query(
    `update msingi_payments.payments set next_check_at = $3
     where id in (select id from msingi_payments.payments where project_id = $1 and status = 'pending'
       and reference is not null and created_at >= $2 order by created_at limit 1000)
       and (next_check_at is null or next_check_at > $3)`,
    [projectId, since, now],
  )
}

// Far enough apart that most turns are left to new payments.
const APART = '10 seconds'
const MOST_COMPLETED = 2000

/**
 * askOfCompleted has payments that were completed since a time asked about, one after another: provider B says of each what
 * it is now. Of those of provider A only what a person has decided is asked: its queries are wrong about some, and few.
 */
export async function askOfCompleted(
  db: Queryable,
  projectId: string,
  since: Date,
  now: Date,
): Promise<void> {
  await db.query(
    `update msingi_payments.payments p set next_check_at = $3::timestamptz + s.nth * interval '${APART}'
     from (select id, row_number() over (order by completed_at desc) as nth from msingi_payments.payments
       where project_id = $1 and status = 'completed' and completed_at >= $2 and reference is not null
         and (provider = 'provider_b' or details ? 'resolution')
       order by completed_at desc limit ${MOST_COMPLETED}) s
     where p.id = s.id and p.status = 'completed' and p.next_check_at is null`,
    [projectId, since, now],
  )
}

/** listProjects returns the projects that have payments, a page at a time, by one look into the index for each. */
export async function listProjects(db: Queryable, after: string | null, most: number): Promise<string[]> {
  const next = (than: string) =>
    `(select project_id from msingi_payments.payments where ${than} order by project_id limit 1)`
  const { rows } = await db.query<{ project_id: string }>(
    `with recursive one as (
       ${next('$1::uuid is null or project_id > $1')}
       union all
       select n.project_id from one cross join lateral ${next('project_id > one.project_id')} n)
     select project_id from one limit $2`,
    [after, most],
  )
  return rows.map(({ project_id }) => project_id)
}
