// The SQL of checks: which open payments are due, and the turns in which a provider lets us ask.
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** DuePayment is an open payment to ask about. */
export interface DuePayment {
  readonly id: string
  readonly project_id: string
  readonly provider: ProviderName
  readonly next_check_at: string
}

/** Account is a project with a provider: what takes turns to ask. */
export type Account = Pick<DuePayment, 'project_id' | 'provider'>

// What comes first, as the indexes have it: what a callback calls paid and waits, then what is open, then what is completed.
const RANK = `(case when claim is not null then 0 when status in ('completed', 'reversed') then 2 else 1 end)`
const OPEN = `next_check_at is not null and ${RANK} < 2`
const COMPLETED = `next_check_at is not null and ${RANK} = 2`
// Of what is completed the latest: where there are more than the provider answers, some are left out, and none waits for days.
const FIRST = [
  `${RANK} = 0 and next_check_at <= $1 and id <> all($4) order by next_check_at`,
  `${RANK} = 1 and next_check_at <= $1 and id <> all($4) order by next_check_at`,
  `${RANK} = 2 and next_check_at <= $1 and id <> all($4) order by next_check_at desc`,
]
const OF_ACCOUNT =
  'from msingi_payments.payments p where (p.project_id, p.provider) = (a.project_id, a.provider) and'

/** countOpen returns how many payments of a cluster are open, and asked about. */
export async function countOpen(db: Queryable): Promise<number> {
  const sql = `select count(*)::int as count from msingi_payments.payments where ${OPEN}`
  return (await db.query<{ count: number }>(sql)).rows[0]?.count ?? 0
}

// How many open payments are looked through for their accounts.
const MOST_OPEN = 2000

// Finds the accounts of what is open by the time; where that is more, it goes from account to account. What is completed is due as a
// rule, and much of one account at a time: there, it always does. Then it takes the first payment of each account.
const DUE = `
with recursive completed as (
  (select project_id, provider from msingi_payments.payments where ${COMPLETED} order by project_id, provider limit 1)
  union all
  select n.project_id, n.provider from completed a cross join lateral (
    select project_id, provider from msingi_payments.payments
    where ${COMPLETED} and (project_id, provider) > (a.project_id, a.provider)
    order by project_id, provider limit 1) n),
oldest as materialized (
  select project_id, provider from msingi_payments.payments where ${OPEN} and next_check_at <= $1
  order by next_check_at limit ${MOST_OPEN}),
every as (
  (select project_id, provider from msingi_payments.payments
   where next_check_at is not null and (select count(*) from oldest) = ${MOST_OPEN} order by project_id, provider limit 1)
  union all
  select n.project_id, n.provider from every e cross join lateral (
    select project_id, provider from msingi_payments.payments
    where next_check_at is not null and (project_id, provider) > (e.project_id, e.provider)
    order by project_id, provider limit 1) n),
account as (
  select project_id, provider from oldest union select project_id, provider from every
  union select project_id, provider from completed),
due as (
  select a.project_id, a.provider, d.id, d.next_check_at::text from account a cross join lateral (
    ${FIRST.map((first) => `(select id, next_check_at ${OF_ACCOUNT} ${first} limit 1)`).join(' union all ')} limit 1) d
  order by (a.project_id, a.provider) <= ($2::uuid, $3::text), a.project_id, a.provider limit $5)
select due.*, later.later from (select least(
  (select min(next_check_at) from msingi_payments.payments where ${OPEN} and next_check_at > $1),
  (select min(at) from completed a cross join lateral (
    select min(next_check_at) as at ${OF_ACCOUNT} ${COMPLETED} and next_check_at > $1) n)) as later) later
left join due on true`

/** Due is what listDue returns. */
export interface Due {
  /** due has one payment of each account. */
  readonly due: readonly DuePayment[]
  /** later is when the next payment is due that is not due yet. */
  readonly later: Date | undefined
}

/**
 * listDue returns a due payment of each of so many accounts, those behind an account first. Payments of `except` are left out.
 */
export async function listDue(
  db: Queryable,
  now: Date,
  behind: Account | undefined,
  except: readonly string[],
  most: number,
): Promise<Due> {
  const { rows } = await db.query<(DuePayment | { readonly id: null }) & { readonly later: Date | null }>(
    DUE,
    [now, behind?.project_id ?? null, behind?.provider ?? null, except, most],
  )
  return {
    due: rows.filter((row) => row.id !== null) as DuePayment[],
    later: rows[0]?.later ?? undefined,
  }
}

/** takeSlot takes the turn to ask a provider for an account, or returns when the next one is. */
export async function takeSlot(
  db: Queryable,
  account: string,
  now: Date,
  apartMs: number,
): Promise<Date | undefined> {
  const { rowCount } = await db.query(
    `insert into msingi_payments.query_slots as s (account, next_at) values ($1, $2)
     on conflict (account) do update set next_at = excluded.next_at where s.next_at <= $3`,
    [account, new Date(now.getTime() + apartMs), now],
  )
  if (rowCount === 1) return undefined
  const sql = 'select next_at from msingi_payments.query_slots where account = $1'
  const { rows } = await db.query<{ next_at: Date }>(sql, [account])
  return rows[0]?.next_at ?? now
}

/** delaySlot has an account wait longer for its next turn. */
export async function delaySlot(db: Queryable, account: string, until: Date): Promise<void> {
  await db.query(
    'update msingi_payments.query_slots set next_at = greatest(next_at, $2) where account = $1',
    [account, until],
  )
}

/** moveCheck moves the next look at a payment from one time to another, or returns false where somebody else has moved it. */
export async function moveCheck(db: Queryable, id: string, from: Date | string, to: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update msingi_payments.payments set next_check_at = $3 where id = $1 and next_check_at = $2::timestamptz',
    [id, from, to],
  )
  return rowCount === 1
}

/** forgetChecks leaves out looks at completed payments of a project that have been due since before a time. */
export async function forgetChecks(db: Queryable, projectId: string, before: Date): Promise<void> {
  await db.query(
    `update msingi_payments.payments set next_check_at = null
     where project_id = $1 and provider in ('provider_a', 'provider_b') and ${RANK} = 2 and next_check_at < $2`,
    [projectId, before],
  )
}

/** forgetSlots removes turns of long ago. */
export async function forgetSlots(db: Queryable, before: Date): Promise<void> {
  await db.query(
    `delete from msingi_payments.query_slots where account in
       (select account from msingi_payments.query_slots where next_at < $1 limit 1000)`,
    [before],
  )
}
