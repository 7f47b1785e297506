// How long after the callback of provider A a shop receives `payment.completed`: where the token of the callback confirms a
// payment, beside where a query has to, of which the provider grants five a minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { deliverTo } from '../../server/src/modules/simulators/deliver.ts'
import { behaviour } from '../../server/src/modules/simulators/faults.ts'
import { SIMULATED_A } from '../../server/src/modules/simulators/simulated-accounts.service.ts'
import { startSimulators } from '../../server/src/modules/simulators/standalone.ts'
import { type RandomReceiver, startRandomReceiver } from '../../server/test/webhooks/receiver.ts'
import { type Account, addProject, signUp } from './lab/client.ts'
import { percentile, short, tellFigure, tellNote } from './lab/figures.ts'
import { openLab } from './lab/lab.ts'

const PAYMENTS = 300
const MINUTE_MS = 60_000
// How long after the last payment is still waited.
const PATIENCE_MS = 30_000
const TARGET_MS = 1000
const PAYERS = { approve: 1, decline: 0, wrong_pin: 0, no_funds: 0, ignore: 0, delay_ms: 1000 }
// Two accounts of the provider, each with its own limit.
const SHORTCODES = { token: SIMULATED_A.shortcode, query: '174380' } as const

interface Shop {
  readonly id: string
  readonly confirm: keyof typeof SHORTCODES
}

/** benchConfirmations makes so many payments in a minute with each setting, and prints how long they wait. */
export async function benchConfirmations(payments: number = PAYMENTS): Promise<void> {
  // When the first callback of each payment was sent.
  const called = new Map<string, number>()
  const deliver = deliverTo(() => undefined)
  const simulators = await startSimulators(0, (callback) => {
    const id = new URL(callback.url).searchParams.get('payment') ?? ''
    if (!called.has(id)) called.set(id, Date.now())
    return deliver(callback)
  })
  simulators.world.behave(behaviour.parse({ payers: PAYERS }))
  const receiver = await startRandomReceiver(() => 1)
  const lab = await openLab({
    PROVIDER_A_BASE_URL: `${simulators.base}/provider_a`,
    MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8',
  })
  try {
    const account = await signUp(() => lab.msingi.base)
    for (const confirm of ['token', 'query'] as const) {
      const shop = { id: await addProject(account), confirm }
      await openShop(account, shop, receiver)
      const ids = await pay(account, shop, payments)
      const at = () => timesOf(receiver, ids)
      for (const end = Date.now() + PATIENCE_MS; at().size < ids.length && Date.now() < end; )
        await sleep(100)
      report(confirm, ids, called, at())
    }
  } finally {
    await lab.stop()
    await receiver.stop()
    await simulators.close()
  }
}

async function openShop(account: Account, { id, confirm }: Shop, receiver: RandomReceiver): Promise<void> {
  await account.api('PUT', `/projects/${id}/payments/settings`, {
    is_active: true,
    provider_a_confirm: confirm,
    provider_a_shortcode: SHORTCODES[confirm],
    provider_a_consumer_key: SIMULATED_A.consumer_key,
    provider_a_consumer_secret: SIMULATED_A.consumer_secret,
    provider_a_passkey: SIMULATED_A.passkey,
  })
  const path = `/${confirm}`
  const hook = { name: 'Shop', url: receiver.url + path, events: ['payment.completed'] }
  const { secret } = await account.api<{ secret: string }>('POST', `/projects/${id}/webhooks`, hook)
  receiver.trust(path, secret)
}

// Evenly over a minute; returns the transactions.
async function pay(account: Account, { id }: Shop, payments: number): Promise<string[]> {
  const route = `/projects/${id}/payments/provider_a/stk-push`
  const body = { phone: '0712345678', amount: 100, description: 'bench' }
  const started: Promise<string>[] = []
  for (const begun = Date.now(); started.length < payments; ) {
    await sleep(Math.max(0, begun + (started.length * MINUTE_MS) / payments - Date.now()))
    const push = account.api<{ transaction_id: string }>('POST', route, body)
    started.push(push.then(({ transaction_id }) => transaction_id))
  }
  return Promise.all(started)
}

function timesOf({ arrivals }: RandomReceiver, ids: readonly string[]): Map<string, number> {
  const own = new Set(ids)
  return new Map(arrivals.filter(({ row }) => own.has(row)).map(({ row, at }) => [row, at]))
}

function report(
  confirm: Shop['confirm'],
  ids: readonly string[],
  called: ReadonlyMap<string, number>,
  completed: ReadonlyMap<string, number>,
): void {
  const waits = ids.map((id) => (completed.get(id) ?? Number.NaN) - (called.get(id) ?? Number.NaN))
  const known = Float64Array.from(waits.filter((wait) => !Number.isNaN(wait)))
  const [p50, p99] = [percentile(known, 0.5), percentile(known, 0.99)]
  // One that is not completed by now misses every target.
  const worst = known.length < ids.length ? Number.POSITIVE_INFINITY : p99
  if (confirm === 'token') tellFigure('callback to event by token, p99', worst, 'ms', { max: TARGET_MS })
  const many = `${known.length} of ${ids.length} within ${PATIENCE_MS / 1000} s of the last payment`
  tellNote(`by ${confirm}: ${many}; of these p50 ${short(p50)} ms, p99 ${short(p99)} ms`)
}
