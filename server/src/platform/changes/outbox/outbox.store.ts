// The SQL of the outbox, into which triggers write changes: `msingi.change_outbox`.
import type { Queryable } from '#platform/db/transaction.ts'

/** OutboxRow is one change as a trigger noted it. */
export interface OutboxRow {
  readonly id: bigint
  readonly relation: number
  readonly slug: string
  /**
   * operation is I, U, D or T for TRUNCATE as the trigger saw it, L for a change too large to be passed on, S for one
   * that nobody asked for; W says what is watched, M is a message.
   */
  readonly operation: string
  readonly record: string | null
  readonly old_record: string | null
  readonly written_at: Date
}

/** OutboxTransaction is a transaction that has ended. `last` is the greatest number of its changes, which names it. */
export interface OutboxTransaction {
  readonly xid: string
  readonly last: bigint
}

/** Cut is a place in the outbox, and the transactions that may still write in front of it. */
export interface Cut {
  readonly id: bigint
  /** before is a transaction that is later than they. */
  readonly before: bigint
  /** writers are those that have written in front of it and were found running. */
  readonly writers?: ReadonlySet<string>
}

/** findEnd returns the last number that was drawn in the outbox. */
export async function findEnd(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ id: string }>(
    'select case when is_called then last_value else 0 end as id from msingi.change_outbox_id_seq',
  )
  return BigInt(rows[0]?.id ?? 0)
}

/**
 * cutAt makes a cut at a number that was drawn. A transaction that drew one up to it has begun by then, and so comes before
 * one that begins now. A snapshot would not do: it knows only up to which transaction some have ended, and of those
 * that run beyond it nothing.
 */
export async function cutAt(db: Queryable, id: bigint): Promise<Cut> {
  const { rows } = await db.query<{ before: string }>('select pg_current_xact_id()::text as before')
  return { id, before: BigInt(rows[0]?.before ?? 0) }
}

/** findOldestRunning returns the oldest transaction that still runs. */
export async function findOldestRunning(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  )
  return BigInt(rows[0]?.oldest ?? 0)
}

/**
 * listWriters returns the transactions that have written into the outbox and still run. Each has locked the table before
 * it drew a number, and keeps the lock until what it has written is visible.
 */
export async function listWriters(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ transaction: string }>(
    `select virtualtransaction as transaction from pg_locks
     where locktype = 'relation' and relation = 'msingi.change_outbox'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return new Set(rows.map(({ transaction }) => transaction))
}

/**
 * flush brings all that is visible to disk: with synchronous_commit off, a crash could take back what subscribers have received, and the
 * numbers would be drawn again.
 */
export async function flush(db: Queryable): Promise<void> {
  await db.query(`select pg_logical_emit_message(true, 'msingi flush', '')`)
}

// In the order of their last write. A writer of a row waits for its writer before, so for each row that is the
// order of its changes.
const LIST = `
select xid::text, max(id) as last from msingi.change_outbox where id > $1
group by xid having max(id) <= $2 order by max(id) limit $3`

/** listTransactions returns transactions behind a place, in order; all up to `until` must have ended. */
export async function listTransactions(
  db: Queryable,
  after: bigint,
  until: bigint,
  most: number,
): Promise<OutboxTransaction[]> {
  const parameters = [String(after), String(until), most]
  const { rows } = await db.query<{ xid: string; last: string }>(LIST, parameters)
  return rows.map(({ xid, last }) => ({ xid, last: BigInt(last) }))
}

/** OutboxBatch says which changes of a transaction are read. */
export interface OutboxBatch {
  /** after is the number of the last change that was read. */
  readonly after: bigint
  /** rows and bytes bound the batch; one row comes in any case, unless it is larger than `row` bytes. */
  readonly rows: number
  readonly bytes: number
  readonly row: number
  /** skip are relations whose changes are only counted. */
  readonly skip: readonly number[]
}

// What is large is not even read: the sizes are known without it.
const READ = `
select id, relation::int8::float8 as relation, slug, written_at,
  case when operation not in ('I', 'U', 'D', 'L') then operation
    when is_skipped then 'S' when size > $5 then 'L' else operation end as operation,
  case when not is_skipped and size <= $5 then record end as record,
  case when not is_skipped and size <= $5 then old_record end as old_record
from (
  select *, sum(case when is_skipped or size > $5 then 0 else size end) over (order by id) as bytes
  from (
    select *, coalesce(octet_length(record), 0) + coalesce(octet_length(old_record), 0) as size,
      operation in ('I', 'U', 'D', 'L') and relation = any($6::int8[]::oid[]) as is_skipped
    from msingi.change_outbox where xid = $1::xid8 and id > $2 order by id limit $3
  ) sized
) summed
where bytes - size <= $4 or is_skipped
order by id`

/** readBatch returns the next changes of a transaction, in order; none where there are no more. */
export async function readBatch(db: Queryable, xid: string, batch: OutboxBatch): Promise<OutboxRow[]> {
  const { after, rows: most, bytes, row, skip } = batch
  const { rows } = await db.query<Omit<OutboxRow, 'id'> & { id: string }>(READ, [
    xid,
    String(after),
    most,
    bytes,
    row,
    skip,
  ])
  return rows.map((each) => ({ ...each, id: BigInt(each.id) }))
}

/** purgeOutbox removes the transactions up to a place. */
export async function purgeOutbox(db: Queryable, position: bigint): Promise<void> {
  await db.query(
    `delete from msingi.change_outbox o
     where id <= $1 and not exists (select from msingi.change_outbox l where l.xid = o.xid and l.id > $1)`,
    [String(position)],
  )
}

/** purgeNotes removes notes that the log has: all that are visible, in statements of a bounded size. */
export async function purgeNotes(db: Queryable): Promise<void> {
  for (let purged = PURGED; purged === PURGED; ) {
    const { rowCount } = await db.query(
      `delete from msingi.change_outbox where id in (select id from msingi.change_outbox order by id limit $1)`,
      [PURGED],
    )
    purged = rowCount ?? 0
  }
}

const PURGED = 20_000

/** noteWatched notes, in its place among the changes, that a table is watched or no longer. */
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

/** countOutbox returns about how many rows are kept. */
export async function countOutbox(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: string }>(
    `select case when is_called then last_value else 0 end
       - coalesce((select min(id) from msingi.change_outbox), last_value) as n from msingi.change_outbox_id_seq`,
  )
  return Number(rows[0]?.n ?? 0)
}
