// Time passes faster for deliveries that wait to be tried again: nobody wants to wait for hours.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DELIVERIES_DUE } from '#modules/automation/webhook-deliveries/queue/wake.ts'
import { readConfig } from '#platform/config/config.ts'
import { Invalidations } from '#platform/db/caches/invalidations.ts'
import { openKeys } from '#platform/master-key/master-key.ts'
import { quietLog } from '#test/test-database.ts'

const PATIENCE_MS = 180_000
const PAUSE_MS = 100

const HURRY = `
begin;
select from platform.webhook_queues order by webhook_id for update;
with hurried as (
  update platform.webhook_deliveries set attempt_at = now()
  where status = 'pending' and claim is null and attempt_at > now() and attempt_at < 'infinity' returning webhook_id)
update platform.webhook_queues set due_at = least(due_at, now()) where webhook_id in (select webhook_id from hurried);
commit`

/** Hurry makes every delivery due that waits for its next attempt, and wakes the server. */
export type Hurry = () => Promise<void>

/** openHurry returns one for a server of these settings, which has been started before. */
export async function openHurry(
  client: pg.Client,
  connection: pg.ClientConfig,
  settings: Record<string, string>,
): Promise<Hurry> {
  const keys = await openKeys(connection, readConfig(settings))
  const { channel } = new Invalidations(() => connection, keys, quietLog)
  return async () => {
    await client.query(HURRY)
    await client.query('select pg_notify($1, $2)', [channel, JSON.stringify([DELIVERIES_DUE, ''])])
  }
}

/** countPendingDeliveries returns how many events are not delivered, or not even derived from their change. */
export async function countPendingDeliveries(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select (select count(*) from platform.webhook_deliveries where status = 'pending')::int
       + (select count(*) from platform.change_inbox)::int as count`,
  )
  return rows[0].count
}

/** hurryUntil has time pass faster until something is so. It throws where `count` of what has arrived stays for long. */
export async function hurryUntil(
  client: pg.Client,
  hurry: Hurry,
  count: () => number | Promise<number>,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  let known = -1
  let end = 0
  while (!(await check())) {
    const now = performance.now()
    const counted = await count()
    if (counted > known) end = now + PATIENCE_MS
    known = counted
    if (now > end) throw new Error(`nothing arrives: ${await describeWay(client)}`)
    await hurry()
    await sleep(PAUSE_MS)
  }
}

/** describeWay says where on their way events may be that have not arrived. */
export async function describeWay(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query(
    `select (select json_agg(m) from platform.change_marks m) as marks,
       (select json_agg(s) from platform.change_subscriptions s) as subscriptions,
       (select json_agg(b) from platform.change_backlogs b) as backlogs,
       (select json_agg(i) from (select consumer, table_name, type, "offset", reason from platform.change_inbox limit 20) i) as inbox,
       (select json_agg(q) from platform.webhook_queues q) as queues,
       (select json_agg(d) from (select status, claim is null as free, attempt_at, error, count(*)
         from platform.webhook_deliveries group by 1, 2, 3, 4 order by 5 desc limit 20) d) as deliveries,
       (select json_agg(r) from (select slot_name, active, confirmed_flush_lsn from pg_replication_slots
         where database = current_database()) r) as slots,
       pg_current_wal_lsn() as written`,
  )
  return JSON.stringify(rows[0])
}
