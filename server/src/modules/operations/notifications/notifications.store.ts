// The SQL of what members have read and prefer: tables `platform.notification_settings` and `notification_reads`.
import type { Queryable } from '#platform/db/transaction.ts'

/** Preferences are how a member wants to be told. */
export interface Preferences {
  readonly muted: readonly string[]
  readonly digest: 'off' | 'daily'
}

/** findPreferences returns those of an account. */
export async function findPreferences(db: Queryable, accountId: string): Promise<Preferences> {
  const { rows } = await db.query<Preferences>(
    'select muted, digest from platform.notification_settings where account_id = $1',
    [accountId],
  )
  return rows[0] ?? { muted: [], digest: 'off' }
}

/** savePreferences changes some of them. A digest begins with what comes after it was asked for. */
export async function savePreferences(
  db: Queryable,
  accountId: string,
  { muted, digest }: { muted?: readonly string[] | undefined; digest?: string | undefined },
  now: Date,
): Promise<Preferences> {
  const { rows } = await db.query<Preferences>(
    `insert into platform.notification_settings as n (account_id, muted, digest, mailed_up_to, mailed_at)
     values ($1, coalesce($2::text[], '{}'), coalesce($3, 'off'), (select coalesce(max(id), 0) from platform.events), $4)
     on conflict (account_id) do update set muted = coalesce($2::text[], n.muted), digest = coalesce($3, n.digest),
       mailed_up_to = case when n.digest = 'off' then excluded.mailed_up_to else n.mailed_up_to end,
       mailed_at = case when n.digest = 'off' then $4 else n.mailed_at end
     returning muted, digest`,
    [accountId, muted ?? null, digest ?? null, now],
  )
  return rows[0] as Preferences
}

/** markRead marks one event as read, and returns whether the account may see it. */
export async function markRead(db: Queryable, accountId: string, eventId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with seen as (
       select e.id from platform.events e
       join platform.organisation_members m on m.organisation_id = e.organisation_id
       where e.id = $2 and m.account_id = $1
     ), marked as (
       insert into platform.notification_reads (account_id, event_id) select $1, id from seen on conflict do nothing)
     select from seen`,
    [accountId, eventId],
  )
  return rowCount === 1
}

/** markAllRead marks everything up to an event as read; without one, everything that there is. */
export async function markAllRead(db: Queryable, accountId: string, upTo: string | undefined): Promise<void> {
  await db.query(
    `with newest as (select coalesce(max(id), 0) as id from platform.events)
     insert into platform.notification_settings as n (account_id, read_up_to, mailed_up_to)
     select $1, least(coalesce($2::bigint, id), id), id from newest
     on conflict (account_id) do update set read_up_to = greatest(n.read_up_to, excluded.read_up_to)`,
    [accountId, upTo ?? null],
  )
  await db.query(
    `delete from platform.notification_reads r using platform.notification_settings n
     where r.account_id = $1 and n.account_id = $1 and r.event_id <= n.read_up_to`,
    [accountId],
  )
}

/** DueDigest is an account that gets a mail about the events behind `after`, up to `up_to`. */
export interface DueDigest {
  readonly account_id: string
  readonly after: string
  readonly up_to: string
}

const IS_DUE = `digest = 'daily' and (mailed_at is null or mailed_at <= $1::timestamptz - interval '1 day')`

/** countDueDigests returns of how many accounts the digest is due. */
export async function countDueDigests(db: Queryable, now: Date): Promise<number> {
  const sql = `select count(*)::int as count from platform.notification_settings where ${IS_DUE}`
  return (await db.query<{ count: number }>(sql, [now])).rows[0]?.count ?? 0
}

/** takeDueDigests returns some accounts whose digest is due, and moves them on, in the transaction that queues the mails. */
export async function takeDueDigests(db: Queryable, now: Date, limit: number): Promise<DueDigest[]> {
  const { rows } = await db.query<DueDigest>(
    `with due as (
       select account_id, mailed_up_to from platform.notification_settings
       where ${IS_DUE}
       order by mailed_at nulls first limit $2 for update skip locked
     ), newest as (select coalesce(max(id), 0) as id from platform.events)
     update platform.notification_settings n set mailed_at = $1, mailed_up_to = greatest(newest.id, due.mailed_up_to)
     from due, newest where n.account_id = due.account_id
     returning n.account_id, due.mailed_up_to::text as after, n.mailed_up_to::text as up_to`,
    [now, limit],
  )
  return rows
}

/** DigestEvent is an event in a mail. */
export interface DigestEvent {
  readonly project_id: string
  readonly project_name: string
  readonly message: string
  readonly created_at: Date
}

/** readDigest returns the address of an account and the unread events of its mail, the latest `most` and how many in all. */
export async function readDigest(
  db: Queryable,
  { account_id, after, up_to }: DueDigest,
  most: number,
): Promise<{ email: string; total: number; events: DigestEvent[] } | undefined> {
  const { rows } = await db.query<DigestEvent & { email: string; total: number }>(
    `select a.email, e.project_id, e.project_name, e.message, e.created_at, (count(*) over ())::int as total
     from platform.accounts a
     join platform.notification_settings n on n.account_id = a.id
     join platform.organisation_members m on m.account_id = a.id
     join platform.events e on e.organisation_id = m.organisation_id and e.id > $2 and e.id <= $3
     where a.id = $1 and a.is_active and e.id > n.read_up_to and e.type <> all(n.muted)
       and not exists (select from platform.notification_reads r where r.account_id = a.id and r.event_id = e.id)
     order by e.id desc limit $4`,
    [account_id, after, up_to, most],
  )
  const [first] = rows
  return first && { email: first.email, total: first.total, events: rows }
}
