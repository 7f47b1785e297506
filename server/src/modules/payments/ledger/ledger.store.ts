// The ledger: double entry, append-only, one posting for each payment and one for its reversal. The database refuses a
// posting whose entries do not sum to zero.
import type { Payment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Entry is a line of a posting: debits are positive. */
export interface Entry {
  readonly account: string
  readonly amount: number
}

/** paymentEntries are the entries of a payment that has completed: the provider owes what the payer has paid. */
export function paymentEntries(
  { provider, amount }: Pick<Payment, 'provider' | 'amount'>,
  fees = 0,
): Entry[] {
  const charged = fees > 0 && fees < amount ? fees : 0
  return [
    { account: provider, amount: amount - charged },
    ...(charged > 0 ? [{ account: `${provider}.fees`, amount: charged }] : []),
    { account: 'sales', amount: -amount },
  ]
}

/** insertPosting writes a posting of a payment. A second one of the same kind is refused by the database. */
export async function insertPosting(
  db: Queryable,
  payment: Payment,
  kind: 'payment' | 'reversal',
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const { id, project_id, environment, currency } = payment
  const accounts = entries.map(({ account }) => account)
  await db.query(
    `insert into msingi_payments.accounts (project_id, environment, code, currency)
     select $1, $2, code, $3 from unnest($4::text[]) as c(code) on conflict do nothing`,
    [project_id, environment, currency, accounts],
  )
  await db.query(
    `with posting as (
       insert into msingi_payments.postings (project_id, payment_id, kind, created_at) values ($1, $2, $3, $4) returning id)
     insert into msingi_payments.entries (posting_id, account_id, amount, currency)
     select posting.id, a.id, e.amount, $6 from posting, unnest($7::text[], $8::bigint[]) as e(code, amount)
     join msingi_payments.accounts a
       on a.project_id = $1 and a.environment = $5 and a.code = e.code and a.currency = $6`,
    [project_id, id, kind, now, environment, currency, accounts, entries.map(({ amount }) => amount)],
  )
}

/** PostedEntry is an entry with its account, as clients see it. */
export interface PostedEntry extends Entry {
  readonly posting: 'payment' | 'reversal'
  readonly currency: string
  readonly created_at: Date
}

/** listEntries returns the entries of a payment in the order in which they were written. */
export async function listEntries(db: Queryable, paymentId: string): Promise<PostedEntry[]> {
  const { rows } = await db.query<PostedEntry>(
    `select p.kind as posting, a.code as account, e.amount::float8 as amount, e.currency, p.created_at
     from msingi_payments.postings p join msingi_payments.entries e on e.posting_id = p.id
     join msingi_payments.accounts a on a.id = e.account_id where p.payment_id = $1 order by e.id`,
    [paymentId],
  )
  return rows
}

/** Balance is the sum of an account. */
export interface Balance {
  readonly environment: string
  readonly account: string
  readonly currency: string
  readonly balance: number
}

/** listBalances returns the sums of a project's accounts. */
export async function listBalances(db: Queryable, projectId: string): Promise<Balance[]> {
  const { rows } = await db.query<Balance>(
    `select a.environment, a.code as account, a.currency, coalesce(sum(e.amount), 0)::float8 as balance
     from msingi_payments.accounts a left join msingi_payments.entries e on e.account_id = a.id
     where a.project_id = $1 group by a.id order by a.environment, a.code, a.currency`,
    [projectId],
  )
  return rows
}
