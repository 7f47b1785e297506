// The SQL of the outbox, into which triggers write changes: `msingi.change_outbox`.
import type { Queryable } from '#platform/db/transaction.ts'

/** OutboxRow is one change as a trigger noted it. `last` is the greatest id of its transaction, which names that. */
export interface OutboxRow {
  readonly id: bigint
  readonly last: bigint
  readonly relation: number
  readonly slug: string
  /** operation is I, U, D or T for TRUNCATE as the trigger saw it; W tells what is watched, M is a message. */
  readonly operation: string
  readonly record: string | null
  readonly old_record: string | null
  readonly written_at: Date
}

/** Cut is a place in the outbox, and the transactions that may still write in front of it. */
export interface Cut {
  readonly id: bigint
  /** before is a transaction that is later than they. */
  readonly before: bigint
}

/** findEnd gives the last number that was drawn in the outbox. */
export async function findEnd(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ id: string }>(
    'select case when is_called then last_value else 0 end as id from msingi.change_outbox_id_seq',
  )
  return BigInt(rows[0]?.id ?? 0)
}

/**
 * cutAt makes a cut at a number that was drawn. Whoever drew one up to it was a transaction by then, and so comes before
 * one that begins now. A snapshot could not tell: it knows only up to which transaction some have ended, and of those
 * that run beyond it nothing.
 */
export async function cutAt(db: Queryable, id: bigint): Promise<Cut> {
  const { rows } = await db.query<{ before: string }>('select pg_current_xact_id()::text as before')
  return { id, before: BigInt(rows[0]?.before ?? 0) }
}

/** findOldestRunning gives the oldest transaction that still runs. */
export async function findOldestRunning(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  )
  return BigInt(rows[0]?.oldest ?? 0)
}

/**
 * flush brings all that is visible to disk: with synchronous_commit off, a crash could take back what was told, and the
 * numbers would be drawn again.
 */
export async function flush(db: Queryable): Promise<void> {
  await db.query(`select pg_logical_emit_message(true, 'msingi flush', '')`)
}

// Transactions in the order of their last write. Whoever writes a row waits for who wrote it before, so for each row
// that is the order of its changes.
const READ = `
with transactions as (
  select xid, max(id) as last from msingi.change_outbox where id >= $1 group by xid
)
select o.id, t.last, o.relation::int8::float8 as relation, o.slug, o.operation, o.record, o.old_record, o.written_at
from transactions t join msingi.change_outbox o using (xid)
where t.last <= $3 and (t.last, o.id) > ($1, $2)
order by t.last, o.id
limit $4`

/** readOutbox gives rows behind a place, in order; all transactions up to `until` must have ended. */
export async function readOutbox(
  db: Queryable,
  after: { readonly last: bigint; readonly id: bigint },
  until: bigint,
  limit: number,
): Promise<OutboxRow[]> {
  const { rows } = await db.query<Omit<OutboxRow, 'id' | 'last'> & { id: string; last: string }>(READ, [
    String(after.last),
    String(after.id),
    String(until),
    limit,
  ])
  return rows.map((row) => ({ ...row, id: BigInt(row.id), last: BigInt(row.last) }))
}

/** purgeOutbox removes the transactions up to a place. */
export async function purgeOutbox(db: Queryable, position: bigint): Promise<void> {
  await db.query(
    `delete from msingi.change_outbox o
     where id <= $1 and not exists (select from msingi.change_outbox l where l.xid = o.xid and l.id > $1)`,
    [String(position)],
  )
}

/** noteWatched tells the readers, in its place among the changes, that a table is watched or no longer. */
export async function noteWatched(db: Queryable, tableId: string): Promise<void> {
  await db.query(
    `insert into msingi.change_outbox (relation, slug, operation, record)
     select relation, '', 'W', row_to_json(w)::text
     from msingi.watched_tables w where table_id = $1`,
    [tableId],
  )
}

/** noteMessage puts a message among the changes, within a transaction. */
export async function noteMessage(db: Queryable, text: string): Promise<void> {
  // A number that is drawn before the transaction has its own could be passed over.
  await db.query('select pg_current_xact_id()')
  await db.query(
    `insert into msingi.change_outbox (relation, slug, operation, record) values (0, '', 'M', $1)`,
    [text],
  )
}

/** countOutbox gives about how many rows are kept. */
export async function countOutbox(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: string }>(
    `select case when is_called then last_value else 0 end
       - coalesce((select min(id) from msingi.change_outbox), last_value) as n from msingi.change_outbox_id_seq`,
  )
  return Number(rows[0]?.n ?? 0)
}
