// The SQL of deliveries that wait on restored data: how many there are, and dropping them.
import type pg from 'pg'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { DROPPED } from '#platform/work/quiet-start.ts'
import { lockQueues } from './queue.store.ts'

/** Receiver is what deliveries go to: an address, or a function. */
export type Receiver = 'address' | 'function'

const OF_RECEIVER = `
from platform.webhook_queues q join platform.webhooks w on w.id = q.webhook_id
where q.waiting > 0 and (w.function_id is not null) = ($1 = 'function')`

/** countHeldBack returns how many wait. */
export async function countHeldBack(db: Queryable, receiver: Receiver): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(q.waiting), 0)::int as count ${OF_RECEIVER}`,
    [receiver],
  )
  return rows[0]?.count ?? 0
}

// Its owner can send it again.
const DROP = `
with dropped as (
  update platform.webhook_deliveries set status = 'failed', attempt_at = null, claim = null, finished_at = $2, error = $3
  where webhook_id = $1 and status = 'pending' returning bytes
), total as (select count(*) as rows, coalesce(sum(bytes), 0) as bytes from dropped)
update platform.webhook_queues q set due_at = 'infinity', waiting = q.waiting - total.rows,
  waiting_bytes = q.waiting_bytes - total.bytes, kept = q.kept + total.rows, kept_bytes = q.kept_bytes + total.bytes
from total where q.webhook_id = $1`

/** dropHeldBack has those that wait now have failed, one webhook after the other. */
export async function dropHeldBack(pool: pg.Pool, receiver: Receiver, now: Date): Promise<void> {
  const { rows } = await pool.query<{ webhook_id: string }>(`select q.webhook_id ${OF_RECEIVER}`, [receiver])
  for (const { webhook_id } of rows)
    await transaction(pool, async (db) => {
      await lockQueues(db, [webhook_id])
      await db.query(DROP, [webhook_id, now, DROPPED])
    })
}
