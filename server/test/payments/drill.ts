// Many payments against simulators with all faults at random, while the server is killed time after time. Afterwards, what
// the server says of each payment is compared with what is true in the simulators, and so is the ledger.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { behaviour, createRandom } from '#modules/simulators/faults.ts'
import { SIMULATED_A, SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import { startSimulators } from '#modules/simulators/standalone.ts'
import type { Order } from '#modules/simulators/world.ts'
import { endProgram, type Program, startProgram } from '#test/program.ts'

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

/** DrillResult is what came of it. `wrong` has a line for everything that should not be. */
export interface DrillResult {
  readonly payments: number
  readonly completed: number
  readonly amount: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly wrong: readonly string[]
}

const FAULTS = {
  drop_callback: 0.1,
  duplicate_callback: 0.2,
  delay_callback: 0.1,
  forge_callback: 0.2,
  lose_response: 0.05,
  refuse_request: 0.03,
  wrong_amount: 0.03,
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
const PATIENCE_MS = 180_000
// A restart takes long where others use the machine.
const ATTEMPTS = 2000

/** drillPayments does so. */
export async function drillPayments(options: DrillOptions): Promise<DrillResult> {
  const { connection, payments, kills, seed, tell = () => {} } = options
  const random = createRandom(seed)
  const simulators = await startSimulators(0)
  const client = new pg.Client(connection)
  await client.connect()
  const environment = {
    ...options.environment,
    PORT: String(await freePort()),
    PROVIDER_A_BASE_URL: `${simulators.base}/provider_a`,
    PROVIDER_B_BASE_URL: `${simulators.base}/provider_b`,
    MSINGI_RATE_LIMITS: 'off',
  }
  let program: Program = await startProgram(environment)
  try {
    const shop = await openShop(program.base)
    await watchTable(client, shop.schema)
    simulators.world.behave(behaviour.parse({ seed, ...QUICK, ...FAULTS, payers: PAYERS }))
    let started = 0
    const pay = async () => {
      while (started < payments) await start(shop, started++, random)
    }
    const paying = Promise.all(Array.from({ length: AT_ONCE }, pay))
    for (let kill = 1; kill <= kills; kill++) {
      const target = Math.floor((payments * kill) / (kills + 1))
      while (started < target) await sleep(20)
      await endProgram(program.child, 'SIGKILL')
      program = await startProgram(environment)
      tell(`kill ${kill} after ${started} payments`)
    }
    await paying
    tell(`${started} payments were started; settling`)
    simulators.world.behave(behaviour.parse(QUICK))
    await settle(client)
    for (const provider of ['provider_a', 'provider_b']) {
      const csv = await (await fetch(`${simulators.base}/${provider}/statement.csv`)).text()
      await shop.call('POST', '/reconciliation/statements', { provider, csv })
    }
    await settle(client)
    return await compare(client, shop.schema, [...simulators.world.orders.values()])
  } finally {
    await endProgram(program.child, 'SIGKILL')
    await client.end()
    await simulators.close()
  }
}

interface Shop {
  readonly schema: string
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<number>
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function openShop(base: string): Promise<Shop> {
  const ask = async (method: string, path: string, credential: string, body?: object, headers = {}) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(credential === '' ? {} : { authorization: `Bearer ${credential}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, data: ((await answer.json()) as { data: any }).data }
  }
  const person = {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct horse 1',
    full_name: 'Amina',
  }
  const { tokens } = (await ask('POST', '/auth/register', '', person)).data
  const { id } = (await ask('POST', '/projects', tokens.access_token, { name: 'Shop' })).data
  const { key } = (await ask('POST', `/projects/${id}/api-keys`, tokens.access_token, { name: 'k' })).data
  const settings = {
    is_active: true,
    provider_a_shortcode: SIMULATED_A.shortcode,
    provider_a_consumer_key: SIMULATED_A.consumer_key,
    provider_a_consumer_secret: SIMULATED_A.consumer_secret,
    provider_a_passkey: SIMULATED_A.passkey,
    provider_a_queries_per_minute: 6000,
    provider_b_api_key: SIMULATED_B.api_key,
    provider_b_webhook_secret: SIMULATED_B.webhook_secret,
  }
  const put = await ask('PUT', `/projects/${id}/payments/settings`, key, settings)
  if (put.status !== 200) throw new Error('the settings were refused')
  return {
    schema: `p_${id.replaceAll('-', '')}`,
    call: async (method, path, body, headers) =>
      (await ask(method, `/projects/${id}/payments${path}`, key, body, headers)).status,
  }
}

// A request whose connection breaks is sent again with the same key, as a careful shop does.
async function start({ call }: Shop, number: number, random: () => number): Promise<void> {
  const headers = { 'idempotency-key': `payment-${number}` }
  const amount = 500 + Math.floor(random() * 1000)
  const shared = { phone: '0712345678', amount, description: 'drill' }
  const [path, body] =
    random() < 0.5
      ? ['/provider_a/stk-push', shared]
      : ['/provider_b/initiate', { ...shared, first_name: 'A', last_name: 'B' }]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const status = await call('POST', path, body, headers).catch(() => 0)
    if (status !== 0) return
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

// Waits until nothing is open that anybody could still decide; what is due later is made due now.
async function settle(client: pg.Client): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    await client.query(`update msingi_payments.payments set next_check_at = now()
      where next_check_at > now() + interval '2 s' and (status <> 'submitting' or created_at < now() - interval '20 s')`)
    const { rows } = await client.query<{ open: number }>(`select (
      (select count(*) from msingi_payments.payments where next_check_at is not null) +
      (select count(*) from msingi_payments.callbacks where processed_at is null) +
      (select count(*) from msingi_payments.publications))::int as open`)
    if (rows[0]?.open === 0) return
    if (Date.now() > end) throw new Error(`${rows[0]?.open} payments do not settle`)
    await sleep(200)
  }
}

interface Row {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly amount: number
  readonly reference: string | null
  readonly account_reference: string
  readonly shown: string
  readonly shown_version: number
  readonly versions: number[]
  readonly postings: number
}

async function compare(client: pg.Client, schema: string, orders: readonly Order[]): Promise<DrillResult> {
  const { rows } = await client.query<Row>(
    `select p.id, p.status, p.version, p.amount::int as amount, p.reference, p.account_reference,
       t.status as shown, t.version as shown_version,
       (select array_agg(s.version order by s.at) from ${schema}.seen s where s.id = p.id) as versions,
       (select count(*)::int from msingi_payments.postings o where o.payment_id = p.id) as postings
     from msingi_payments.payments p left join ${schema}.payment_transactions t on t.id = p.id`,
  )
  const wrong: string[] = []
  const byReference = new Map(rows.map((row) => [row.reference ?? row.account_reference, row]))
  const byAccount = new Map(rows.map((row) => [row.account_reference, row]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paid = new Set<string>()
  let truth = 0
  for (const order of orders) {
    const { transaction_id } = (order.metadata ?? {}) as { transaction_id?: string }
    const row =
      byReference.get(order.id) ?? byAccount.get(order.account_reference) ?? byId.get(transaction_id ?? '')
    if (row === undefined) {
      wrong.push(`${order.id} is nobody's`)
      continue
    }
    const due = order.status === 'paid' && order.paid === row.amount
    if (due && paid.has(row.id)) wrong.push(`${row.id} was paid twice`)
    if (due) {
      paid.add(row.id)
      truth += order.paid
    }
    if (due !== (row.status === 'completed'))
      wrong.push(`${row.id} is ${row.status}, and ${order.status} in truth`)
  }
  for (const row of rows) {
    const { id, status, version, shown, shown_version, versions, postings } = row
    if (status === 'completed' && !paid.has(id)) wrong.push(`${id} is completed, and nobody has paid`)
    if (shown !== status || shown_version !== version) wrong.push(`${id} is ${status}, and shown as ${shown}`)
    if (postings !== (status === 'completed' ? 1 : 0))
      wrong.push(`${id} is ${status} with ${postings} postings`)
    const expected = Array.from({ length: version }, (_, i) => i + 1)
    if (String(versions) !== String(expected)) wrong.push(`${id} had the versions ${versions}`)
  }
  const ledger = await client.query<{ total: number; sales: number; unbalanced: number }>(
    `select coalesce(sum(e.amount), 0)::int as total,
       -coalesce(sum(e.amount) filter (where a.code = 'sales'), 0)::int as sales,
       (select count(*)::int from (select from msingi_payments.entries group by posting_id having sum(amount) <> 0) u)
         as unbalanced
     from msingi_payments.entries e join msingi_payments.accounts a on a.id = e.account_id`,
  )
  const { total, sales, unbalanced } = ledger.rows[0] ?? { total: -1, sales: -1, unbalanced: -1 }
  if (total !== 0 || unbalanced !== 0)
    wrong.push(`the ledger does not sum to zero: ${total}, ${unbalanced} postings`)
  if (sales !== truth) wrong.push(`the ledger has ${sales}, and ${truth} was paid`)
  const byStatus = Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, list]) => [status, list.length]),
  )
  return { payments: rows.length, completed: paid.size, amount: truth, byStatus, wrong }
}
