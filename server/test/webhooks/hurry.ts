// Time passes faster for deliveries that wait to be tried again: nobody wants to wait for hours.
import type pg from 'pg'

const HURRY = `
begin;
select from platform.webhook_queues order by webhook_id for update;
with hurried as (
  update platform.webhook_deliveries set attempt_at = now()
  where status = 'pending' and claim is null and attempt_at > now() and attempt_at < 'infinity' returning webhook_id)
update platform.webhook_queues set due_at = least(due_at, now()) where webhook_id in (select webhook_id from hurried);
commit`

/** hurryDeliveries makes every delivery due that waits for its next attempt. */
export async function hurryDeliveries(client: pg.Client): Promise<void> {
  await client.query(HURRY)
}

/** countPendingDeliveries returns how many events are not delivered, or not even derived from their change. */
export async function countPendingDeliveries(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select (select count(*) from platform.webhook_deliveries where status = 'pending')::int
       + (select count(*) from platform.change_inbox)::int as count`,
  )
  return rows[0].count
}
