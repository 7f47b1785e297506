// The ledger: double entry, append-only, one posting for each payment, one for its reversal, and corrections and refunds
// between. The database refuses a posting whose entries do not sum to zero.
import { type Payment, paidOf } from '#modules/payments/model/payment.ts'
import type { RefundStep } from '#modules/payments/model/refunds.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Entry is a line of a posting: debits are positive. */
export interface Entry {
  readonly account: string
  readonly amount: number
}

/** paymentEntries are the entries of a payment that has completed: the provider owes what the payer has paid. */
export function paymentEntries(
  payment: Pick<Payment, 'provider' | 'amount' | 'paid_amount' | 'fee_amount'>,
): Entry[] {
  return entriesOf(payment, paidOf(payment), payment.fee_amount)
}

/** refundEntries are the entries of a refund: the provider owes less, and keeps its fees. */
export function refundEntries(
  payment: Pick<Payment, 'provider'>,
  { amount, fee }: Pick<RefundStep, 'amount' | 'fee'>,
): Entry[] {
  return entriesOf(payment, -amount, fee)
}

function entriesOf({ provider }: Pick<Payment, 'provider'>, sold: number, fee: number): Entry[] {
  const entries = [
    { account: provider, amount: sold - fee },
    { account: `${provider}.fees`, amount: fee },
    { account: 'sales', amount: -sold },
  ]
  return entries.filter(({ amount }) => amount !== 0)
}

/** correctionEntries are the entries that make what is booked of a payment what was really paid. */
export function correctionEntries(
  before: Pick<Payment, 'amount' | 'paid_amount'>,
  payment: Pick<Payment, 'provider' | 'amount' | 'paid_amount'>,
): Entry[] {
  return entriesOf(payment, paidOf(payment) - paidOf(before), 0)
}

/** NewPosting is a posting of a payment: what it has paid, what that was instead, what of it was given back, or the last of that. */
export interface NewPosting {
  readonly payment: Payment
  readonly kind: 'payment' | 'correction' | 'refund' | 'reversal'
  readonly entries: readonly Entry[]
}

const FIELDS =
  'project_id uuid, payment_id uuid, kind text, environment text, account text, amount bigint, currency text'

/** insertPostings writes postings. A second one of the same kind and payment is refused by the database. */
export async function insertPostings(
  db: Queryable,
  postings: readonly NewPosting[],
  now: Date,
): Promise<void> {
  if (postings.length === 0) return
  const lines = postings.flatMap(({ payment, kind, entries }) => {
    const { id, project_id, environment, currency } = payment
    return entries.map((entry) => ({ payment_id: id, project_id, environment, currency, kind, ...entry }))
  })
  const json = JSON.stringify(lines)
  await db.query(
    `insert into msingi_payments.accounts (project_id, environment, code, currency)
     select distinct project_id, environment, account, currency from jsonb_to_recordset($1) as l(${FIELDS})
     order by 1, 2, 3, 4 on conflict do nothing`,
    [json],
  )
  // The accounts of another transaction are seen by the next statement only.
  await db.query(
    `with line as (
       select * from rows from (jsonb_to_recordset($1) as (${FIELDS})) with ordinality
         as l(project_id, payment_id, kind, environment, account, amount, currency, n)),
     posting as (
       insert into msingi_payments.postings (project_id, payment_id, kind, created_at)
       select distinct project_id, payment_id, kind, $2::timestamptz from line returning id, payment_id, kind)
     insert into msingi_payments.entries (posting_id, account_id, amount, currency)
     select p.id, a.id, l.amount, l.currency from line l join posting p using (payment_id, kind)
     join msingi_payments.accounts a on a.project_id = l.project_id and a.environment = l.environment
       and a.code = l.account and a.currency = l.currency order by l.n`,
    [json, now],
  )
}

/** PostedEntry is an entry with its account, as clients see it. */
export interface PostedEntry extends Entry {
  readonly posting: NewPosting['kind']
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
