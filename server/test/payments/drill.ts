// Many payments against simulators with all faults at random, while the server is killed time after time, and what confirms a
// payment changes with each kill. Afterwards, what the server says of each payment is compared with what is true in the simulators, and so are the ledger and the webhooks.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { deliverTo } from '#modules/simulators/deliver.ts'
import { behaviour, createRandom } from '#modules/simulators/faults.ts'
import { SIMULATED_A, SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import { startSimulators } from '#modules/simulators/standalone.ts'
import type { Callback } from '#modules/simulators/world.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { describeWay, openHurry } from '#test/webhooks/hurry.ts'
import { type RandomReceiver, startRandomReceiver } from '#test/webhooks/receiver.ts'
import { deliverAll, settle } from './settle.ts'
import { compare, type DrillResult } from './verdict.ts'

/** DrillOptions say how much happens. */
export interface DrillOptions {
  readonly connection: pg.ClientConfig
  /** environment is that of the server: its database and its keys. */
  readonly environment: Record<string, string>
  readonly payments: number
  readonly kills: number
  readonly seed: number
  readonly tell?: (line: string) => void
}

const FAULTS = {
  drop_callback: 0.1,
  duplicate_callback: 0.2,
  delay_callback: 0.1,
  forge_callback: 0.2,
  lose_response: 0.05,
  refuse_request: 0.03,
  reuse_reference: 0.03,
  wrong_amount: 0.03,
  part_amount: 0.02,
  hide_amount: 0.05,
  take_back: 0.05,
  in_flight: 0.1,
  query_error: 0.1,
  throttle: 0.02,
  expire_token: 0.02,
  mask_phone: 0.5,
  reorder_items: 0.5,
  wrong_query: 0.05,
}
const QUICK = { delay_ms: 500, retry_ms: 200, queries_per_minute: 60_000, requests_per_minute: 100_000 }
const PAYERS = { approve: 0.7, decline: 0.1, wrong_pin: 0.1, no_funds: 0.1, ignore: 0, delay_ms: 50 }
const AT_ONCE = 8
const ATTEMPTS = 2000
const REPLAYS_AT_ONCE = 8

/** drillPayments does so. It throws where nothing gets any further. */
export async function drillPayments(options: DrillOptions): Promise<DrillResult> {
  const { payments, kills, seed, tell = () => {} } = options
  const random = createRandom(seed)
  const sent: Callback[] = []
  const deliver = deliverTo(() => undefined)
  const simulators = await startSimulators(0, (callback) => {
    sent.push(callback)
    return deliver(callback)
  })
  const receiver = await startRandomReceiver(createRandom(seed + 1))
  const client = new pg.Client(options.connection)
  await client.connect()
  const site = await openSite({
    ...options.environment,
    PROVIDER_A_BASE_URL: `${simulators.base}/provider_a`,
    PROVIDER_B_BASE_URL: `${simulators.base}/provider_b`,
    MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8',
  })
  try {
    const schema = `p_${site.project.id.replaceAll('-', '')}`
    await openShop(site, receiver)
    await watchTable(client, schema)
    simulators.world.behave(behaviour.parse({ seed, ...QUICK, ...FAULTS, payers: PAYERS }))
    let started = 0
    const pay = async () => {
      while (started < payments) await start(site, started++, random)
    }
    const paying = Promise.all(Array.from({ length: AT_ONCE }, pay))
    for (let kill = 1; kill <= kills; kill++) {
      const target = Math.floor((payments * kill) / (kills + 1))
      while (started < target) await sleep(20)
      await site.kill()
      await site.start()
      // One after the other, so that each meets what the other has left.
      const provider_a_confirm = kill % 2 === 0 ? 'token' : 'query'
      await site.manage('PUT', `${pathOf(site)}/settings`, { provider_a_confirm })
      tell(`kill ${kill} after ${started} payments; what confirms is the ${provider_a_confirm}`)
    }
    await paying
    tell(`${started} payments were started; settling`)
    // Nothing goes wrong any more; people still decide, also about what is sent only now.
    simulators.world.behave(behaviour.parse({ ...QUICK, payers: PAYERS }))
    await settle(client, site.lastLines)
    for (const provider of ['provider_a', 'provider_b']) {
      const csv = await (await fetch(`${simulators.base}/${provider}/statement.csv`)).text()
      const { status } = await site.call('POST', `${pathOf(site)}/reconciliation/statements`, {
        body: { provider, csv },
      })
      if (status !== 200) throw new Error(`the statement of ${provider} was answered ${status}`)
    }
    const witnesses = { orders: [...simulators.world.orders.values()], arrivals: receiver.arrivals }
    const judge = async () => {
      await settle(client, site.lastLines)
      await deliverAll(client, await openHurry(client, options.connection, options.environment))
      const result = await compare(client, schema, witnesses)
      const ways = result.wrong.some((line) => line.includes(' sent ')) ? [await describeWay(client)] : []
      return { ...result, wrong: [...result.wrong, ...ways] }
    }
    const settled = await judge()
    tell(`settled; sending ${sent.length} callbacks twice more, in any order`)
    // Of those that came while the server was killed, it hears only now.
    await replay(sent, deliver, random)
    const told = await judge()
    await replay(sent, deliver, random)
    const again = await judge()
    const changed =
      JSON.stringify(again) === JSON.stringify(told) ? [] : ['replayed callbacks changed something']
    return { ...again, wrong: [...settled.wrong, ...told.wrong, ...again.wrong, ...changed] }
  } finally {
    await site.stop()
    await client.end()
    await receiver.stop()
    await simulators.close()
  }
}

function pathOf(site: Site): string {
  return `/projects/${site.project.id}/payments`
}

async function openShop(site: Site, receiver: RandomReceiver): Promise<void> {
  await site.manage('PUT', `${pathOf(site)}/settings`, {
    is_active: true,
    provider_a_shortcode: SIMULATED_A.shortcode,
    provider_a_consumer_key: SIMULATED_A.consumer_key,
    provider_a_consumer_secret: SIMULATED_A.consumer_secret,
    provider_a_passkey: SIMULATED_A.passkey,
    provider_a_confirm: 'token',
    provider_a_queries_per_minute: 6000,
    provider_b_api_key: SIMULATED_B.api_key,
    provider_b_webhook_secret: SIMULATED_B.webhook_secret,
    provider_b_queries_per_minute: 6000,
  })
  const path = '/shop'
  const hook = { name: 'Shop', url: receiver.url + path, events: ['payment.*'] }
  receiver.trust(path, (await site.manage('POST', `/projects/${site.project.id}/webhooks`, hook)).secret)
}

// A request whose connection breaks is sent again with the same key, as a careful shop does.
async function start(site: Site, number: number, random: () => number): Promise<void> {
  const headers = { 'idempotency-key': `payment-${number}` }
  const amount = 500 + Math.floor(random() * 1000)
  const shared = { phone: '0712345678', amount, description: `drill ${number}` }
  const [path, body] =
    random() < 0.5
      ? ['/provider_a/stk-push', shared]
      : ['/provider_b/initiate', { ...shared, first_name: 'A', last_name: 'B' }]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await site.call('POST', pathOf(site) + path, { body, headers }).catch(() => undefined)
    if (answer !== undefined) return
    await sleep(50)
  }
  throw new Error('the server does not come back')
}

// Notes each change of a row, as the log of changes would.
async function watchTable(client: pg.Client, schema: string): Promise<void> {
  await client.query(`create table ${schema}.seen (at bigint generated always as identity, id uuid, status text, version int);
    create function ${schema}.note() returns trigger language plpgsql security definer as
      $$ begin insert into ${schema}.seen (id, status, version) values (new.id, new.status, new.version); return null; end $$;
    create trigger note after insert or update on ${schema}.payment_transactions
      for each row execute function ${schema}.note()`)
}

async function replay(
  sent: readonly Callback[],
  deliver: (callback: Callback) => Promise<boolean>,
  random: () => number,
): Promise<void> {
  const drawn = sent.map((callback) => ({ callback, place: random() }))
  const queue = drawn.toSorted((a, b) => a.place - b.place).values()
  const sender = async () => {
    for (const { callback } of queue) await deliver(callback)
  }
  await Promise.all(Array.from({ length: REPLAYS_AT_ONCE }, sender))
}
