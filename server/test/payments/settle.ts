// Waits until the payments of the drill are decided and all events are delivered. Where something is left, it says what that
// waits for: the row, its timeline, its callbacks, and what the server has logged.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { countPendingDeliveries, type Hurry } from '#test/webhooks/hurry.ts'

// How long nothing may get any further. A restart takes long where others use the machine.
const PATIENCE_MS = 180_000
const PAUSE_MS = 200

// What is due later is made due now. What was only just sent is still in the hands of the request that sends it, and what is
// locked in those of the server, which locks several at once as well.
const HURRY = `update msingi_payments.payments set next_check_at = now() where id in (
  select id from msingi_payments.payments
  where next_check_at > now() + interval '2 s' and (status <> 'submitting' or created_at < now() - interval '20 s')
  for update skip locked)`

const COUNT = `select ((select count(*) from msingi_payments.payments where next_check_at is not null)
  + (select count(*) from msingi_payments.callbacks where processed_at is null)
  + (select count(*) from msingi_payments.publications))::int as count`

const OPEN = `
with open as (
  select id from msingi_payments.payments where next_check_at is not null
  union select payment_id from msingi_payments.callbacks where processed_at is null
  union select payment_id from msingi_payments.publications
  limit 5)
select to_jsonb(p) - 'request' as payment, now() as now,
  (select json_agg(e order by e.id) from (select * from msingi_payments.events e
     where e.payment_id = p.id order by e.id desc limit 20) e) as timeline,
  (select json_agg(c order by c.id) from msingi_payments.callbacks c where c.payment_id = p.id) as callbacks,
  (select json_agg(u order by u.version) from msingi_payments.publications u where u.payment_id = p.id) as publications
from open join msingi_payments.payments p using (id)`

const AROUND = `
select (select json_agg(s) from msingi_payments.query_slots s) as query_slots,
  (select json_agg(a) from (
     select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by, xact_start, left(query, 200) as query
     from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()) a) as sessions,
  (select json_agg(j) from (select name, state, count(*) from jobs.job group by 1, 2) j) as jobs`

/** settle waits until nothing is open that anybody could still decide; `log` returns what the server has said last. */
export function settle(client: pg.Client, log: () => readonly string[]): Promise<void> {
  const countOpen = async () => {
    await client.query(HURRY)
    return (await client.query<{ count: number }>(COUNT)).rows[0]?.count ?? 0
  }
  const describe = async () => ({
    open: (await client.query(OPEN)).rows,
    ...(await client.query(AROUND)).rows[0],
    log: log(),
  })
  return finish('payments do not settle', countOpen, describe)
}

/** deliverAll waits until all events have arrived. */
export function deliverAll(client: pg.Client, hurry: Hurry): Promise<void> {
  return finish('events do not arrive', async () => {
    await hurry()
    return countPendingDeliveries(client)
  })
}

async function finish(
  problem: string,
  countLeft: () => Promise<number>,
  describe?: () => Promise<unknown>,
): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  let end = 0
  for (;;) {
    const left = await countLeft()
    if (left === 0) return
    if (left < fewest) end = performance.now() + PATIENCE_MS
    fewest = Math.min(left, fewest)
    if (performance.now() > end) {
      const details = describe === undefined ? '' : `\n${JSON.stringify(await describe(), undefined, 1)}`
      throw new Error(`${problem}: ${left} are left${details}`)
    }
    await sleep(PAUSE_MS)
  }
}
