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

// What comes first, as the index has it: what a callback calls paid and waits, then what is open, then what is completed.
const RANK = `(case when claim is not null then 0 when status in ('completed', 'reversed') then 2 else 1 end)`
// Of what is completed the latest: where there are more than the provider answers, some are left out, and none waits for days.
const RANKS = [
  [0, 'asc'],
  [1, 'asc'],
  [2, 'desc'],
] as const

// Goes from account to account by the index, and takes the first due payment of each. The cost does not depend on how many
// payments are open.
const DUE = `
with recursive account as (
  (select project_id, provider from msingi_payments.payments
   where next_check_at is not null and ($2::uuid is null or (project_id, provider) > ($2, $3::text))
   order by project_id, provider limit 1)
  union all
  select n.project_id, n.provider from account a cross join lateral (
    select project_id, provider from msingi_payments.payments
    where next_check_at is not null and (project_id, provider) > (a.project_id, a.provider)
    order by project_id, provider limit 1) n)
select a.project_id, a.provider, d.id, d.next_check_at::text as next_check_at, least(${RANKS.map(
  ([rank]) => `(select min(next_check_at) from msingi_payments.payments p where p.project_id = a.project_id
     and p.provider = a.provider and ${RANK} = ${rank} and next_check_at > $1)`,
).join(', ')}) as later
from (select * from account limit $4) a left join lateral (
  ${RANKS.map(
    ([
      rank,
      order,
    ]) => `(select id, next_check_at from msingi_payments.payments p where p.project_id = a.project_id
     and p.provider = a.provider and ${RANK} = ${rank} and next_check_at <= $1 and id <> all($5)
   order by next_check_at ${order} limit 1)`,
  ).join(' union all ')}
  limit 1) d on true
order by a.project_id, a.provider`

/** DuePage is what listDue returns. */
export interface DuePage {
  readonly due: readonly DuePayment[]
  /** later is when the next payment of these accounts is due that is not due yet. */
  readonly later: Date | undefined
  /** last is the last account, or undefined where there are no more. */
  readonly last: Account | undefined
}

/**
 * listDue returns a due payment of each account behind `after`, of so many accounts with open payments. Payments of
 * `except` are left out.
 */
export async function listDue(
  db: Queryable,
  now: Date,
  after: Account | undefined,
  except: readonly string[],
  most: number,
): Promise<DuePage> {
  const { rows } = await db.query<
    Account & (DuePayment | { readonly id: null }) & { readonly later: Date | null }
  >(DUE, [now, after?.project_id ?? null, after?.provider ?? null, most, except])
  const [later] = rows.flatMap((row) => row.later ?? []).sort((a, b) => a.getTime() - b.getTime())
  return {
    due: rows.filter((row) => row.id !== null) as DuePayment[],
    later,
    last: rows.length < most ? undefined : rows.at(-1),
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
