// The SQL of callbacks: stored as they came before they are answered, each once, and worked on afterwards.
import type { ProviderName } from '#payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** StoredCallback is a callback as it came. */
export interface StoredCallback {
  readonly id: string
  readonly project_id: string
  readonly provider: ProviderName
  readonly payment_id: string
  /** authentic is whether it proves to come from the provider. */
  readonly authentic: boolean
  readonly body: string
}

/** NewCallback is a callback to store; its payment is found by our own id, or by the provider's references. */
export interface NewCallback extends Omit<StoredCallback, 'id' | 'payment_id'> {
  readonly event_id: string
  readonly payment_id: string | null
  readonly references: readonly string[]
  readonly received_at: Date
}

// More of them say nothing new about one payment.
const MOST_AUTHENTIC = 20
const MOST_OTHERS = 5

/** insertCallback stores a callback, unless it is known already or belongs to no payment of the project. */
export async function insertCallback(
  db: Queryable,
  callback: NewCallback,
): Promise<StoredCallback | undefined> {
  const { rows } = await db.query<StoredCallback>(
    `insert into msingi_payments.callbacks
       (project_id, provider, event_id, payment_id, authentic, body, received_at)
     select $1, $2, $3, p.id, $4, $5, $6 from (
       select id from msingi_payments.payments where project_id = $1 and provider = $2 and id = $7
       union select id from msingi_payments.payments
         where project_id = $1 and provider = $2 and reference = any($8) and $7::uuid is null
       limit 1) p
     where (select count(*) from msingi_payments.callbacks c where c.payment_id = p.id and c.authentic = $4) < $9
     on conflict do nothing returning id, project_id, provider, payment_id, authentic, body`,
    [
      callback.project_id,
      callback.provider,
      callback.event_id,
      callback.authentic,
      callback.body,
      callback.received_at,
      callback.payment_id,
      callback.references,
      callback.authentic ? MOST_AUTHENTIC : MOST_OTHERS,
    ],
  )
  return rows[0]
}

/** lockCallback returns a callback that nobody has worked on yet, and keeps others off it. */
export async function lockCallback(db: Queryable, id: string): Promise<StoredCallback | undefined> {
  const { rows } = await db.query<StoredCallback>(
    `select id, project_id, provider, payment_id, authentic, body from msingi_payments.callbacks
     where id = $1 and processed_at is null for update skip locked`,
    [id],
  )
  return rows[0]
}

/** finishCallback notes what has become of a callback. */
export async function finishCallback(db: Queryable, id: string, outcome: string, now: Date): Promise<void> {
  await db.query('update msingi_payments.callbacks set processed_at = $2, outcome = $3 where id = $1', [
    id,
    now,
    outcome,
  ])
}

/** listWaiting returns the oldest callback of each project that was stored before a time and never worked on. */
export async function listWaiting(
  db: Queryable,
  before: Date,
  most: number,
): Promise<Pick<StoredCallback, 'id' | 'project_id'>[]> {
  const { rows } = await db.query<Pick<StoredCallback, 'id' | 'project_id'>>(
    `select distinct on (project_id) id, project_id from msingi_payments.callbacks
     where processed_at is null and received_at <= $1 order by project_id, id limit $2`,
    [before, most],
  )
  return rows
}
