// The SQL of checks: which open payments are due, and the turns in which a provider lets us ask.
import type { ProviderName } from '#payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** DuePayment is an open payment to ask about. */
export interface DuePayment {
  readonly id: string
  readonly project_id: string
  readonly provider: ProviderName
  readonly next_check_at: string
}

/** listDue returns one due payment for each project and provider: first those that a callback calls paid. */
export async function listDue(db: Queryable, now: Date, most: number): Promise<DuePayment[]> {
  const { rows } = await db.query<DuePayment>(
    `select distinct on (project_id, provider) id, project_id, provider, next_check_at::text
     from msingi_payments.payments where next_check_at <= $1
     order by project_id, provider, (claim is null), next_check_at limit $2`,
    [now, most],
  )
  return rows
}

/** takeSlot takes the turn to ask a provider for an account, or returns false where it is too early. */
export async function takeSlot(db: Queryable, account: string, now: Date, apartMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into msingi_payments.query_slots as s (account, next_at) values ($1, $2)
     on conflict (account) do update set next_at = excluded.next_at where s.next_at <= $3`,
    [account, new Date(now.getTime() + apartMs), now],
  )
  return rowCount === 1
}

/** leaseCheck keeps other nodes off a due payment for a while, or returns false where one was faster. */
export async function leaseCheck(db: Queryable, due: DuePayment, until: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update msingi_payments.payments set next_check_at = $3 where id = $1 and next_check_at = $2::timestamptz',
    [due.id, due.next_check_at, until],
  )
  return rowCount === 1
}

/** forgetSlots removes turns of long ago. */
export async function forgetSlots(db: Queryable, before: Date): Promise<void> {
  await db.query(
    `delete from msingi_payments.query_slots where account in
       (select account from msingi_payments.query_slots where next_at < $1 limit 1000)`,
    [before],
  )
}
