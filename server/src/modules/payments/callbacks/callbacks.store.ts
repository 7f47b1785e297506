// The SQL of callbacks: stored as they came before they are answered, each once, and worked on afterwards.
import type { ProviderName } from '#modules/payments/model/money.ts'
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
export interface NewCallback extends Omit<StoredCallback, 'id' | 'project_id' | 'payment_id'> {
  readonly event_id: string
  readonly payment_id: string | null
  readonly references: readonly [string?, string?]
  readonly received_at: Date
}

// More of them say nothing new about one payment.
const MOST_AUTHENTIC = 20
const MOST_OTHERS = 5

// A reference is looked up only where the callback does not name our own id.
const INSERT = `
insert into msingi_payments.callbacks (project_id, provider, event_id, payment_id, authentic, body, received_at)
select $1, provider, event_id, payment_id, authentic, body, received_at from (
  select c.provider, c.event_id, p.id as payment_id, c.authentic, c.body, c.received_at, c.n,
    row_number() over (partition by p.id, c.authentic order by c.n) as nth
  from unnest($2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::timestamptz[])
    with ordinality as c(provider, event_id, payment_id, reference, other, authentic, body, received_at, n)
  cross join lateral (
    select id from msingi_payments.payments where project_id = $1 and provider = c.provider and id = c.payment_id
    union all
    select id from msingi_payments.payments
      where c.payment_id is null and project_id = $1 and provider = c.provider and reference in (c.reference, c.other)
    limit 1) p) c
where nth + (select count(*) from msingi_payments.callbacks k
    where k.payment_id = c.payment_id and k.authentic = c.authentic)
  <= case when authentic then ${MOST_AUTHENTIC} else ${MOST_OTHERS} end
order by n on conflict do nothing`

/**
 * insertCallbacks stores callbacks of a project and returns how many: one that is known already, belongs to no payment of
 * the project or comes on top of too many is left out. No two may have the same event.
 */
export async function insertCallbacks(
  db: Queryable,
  projectId: string,
  callbacks: readonly NewCallback[],
): Promise<number> {
  const column = <Value>(of: (callback: NewCallback) => Value) => callbacks.map(of)
  const { rowCount } = await db.query(INSERT, [
    projectId,
    column(({ provider }) => provider),
    column(({ event_id }) => event_id),
    column(({ payment_id }) => payment_id),
    column(({ references }) => references[0] ?? null),
    column(({ references }) => references[1] ?? null),
    column(({ authentic }) => authentic),
    column(({ body }) => body),
    column(({ received_at }) => received_at),
  ])
  return rowCount ?? 0
}

/** listWaitingIds returns callbacks of a project that nobody has worked on: the oldest behind `after`, oldest first. */
export async function listWaitingIds(
  db: Queryable,
  projectId: string,
  after: string,
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from msingi_payments.callbacks
     where project_id = $1 and processed_at is null and id > $2 order by id limit $3`,
    [projectId, after, most],
  )
  return rows.map(({ id }) => id)
}

/** lockCallbacks returns those of some callbacks that nobody works on or has worked on, the oldest first, and keeps others off. */
export async function lockCallbacks(db: Queryable, ids: readonly string[]): Promise<StoredCallback[]> {
  const { rows } = await db.query<StoredCallback>(
    `select id, project_id, provider, payment_id, authentic, body from msingi_payments.callbacks
     where id = any($1) and processed_at is null order by id for update skip locked`,
    [ids],
  )
  return rows
}

/** CallbackOutcome says whether a callback changed what clients see, was merely noted, or meant nothing. */
export type CallbackOutcome = 'applied' | 'noted' | 'ignored'

/** FinishedCallback is a callback that was worked on. */
export interface FinishedCallback {
  readonly id: string
  readonly outcome: CallbackOutcome
}

/** finishCallbacks notes what has become of callbacks. */
export async function finishCallbacks(
  db: Queryable,
  finished: readonly FinishedCallback[],
  now: Date,
): Promise<void> {
  await db.query(
    `update msingi_payments.callbacks c set processed_at = $3, outcome = f.outcome
     from unnest($1::bigint[], $2::text[]) as f(id, outcome) where c.id = f.id`,
    [finished.map(({ id }) => id), finished.map(({ outcome }) => outcome), now],
  )
}

/** Waiting is a project with callbacks that nobody has worked on, and since when. */
export interface Waiting {
  readonly project_id: string
  readonly since: Date
}

/** listWaiting returns projects, `except` some, with callbacks that nobody has worked on: who waits longest is first. */
export async function listWaiting(
  db: Queryable,
  except: readonly string[],
  most: number,
): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>(
    `select project_id, min(received_at) as since from msingi_payments.callbacks
     where processed_at is null and project_id <> all($1) group by project_id order by since limit $2`,
    [except, most],
  )
  return rows
}
