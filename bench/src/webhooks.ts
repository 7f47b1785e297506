// How many deliveries a second one node makes, beside bare requests to the same receiver, and what a webhook costs those who
// insert into its table.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addProducts, type BenchProject, createProject, product, signUp } from './lab/client.ts'
import { median, short, tellFigure, tellNote } from './lab/figures.ts'
import { type Lab, openLab } from './lab/lab.ts'
import { encodeRequest, load } from './lab/load.ts'
import { cpuOf, cpuOfFamily } from './lab/proc.ts'

const DELIVERIES = 5000
const PARALLEL = 20
const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 16
const WARM_UP = 3000

interface Receiver {
  readonly url: string
  readonly child: ChildProcess
  count(): Promise<number>
}

/** benchWebhooks measures both; `deliveries` is how many. */
export async function benchWebhooks(deliveries: number = DELIVERIES): Promise<void> {
  const lab = await openLab({ MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8' })
  const receiver = await startReceiver()
  try {
    const account = await signUp(() => lab.msingi.base)
    const project = await createProject(account)
    const arm = async () => {
      const body = { name: 'bench', url: receiver.url, events: ['row.inserted:products'] }
      return (await account.api<{ id: string }>('POST', `/projects/${project.id}/webhooks`, body)).id
    }
    const disarm = (id: string) =>
      account.api('DELETE', `/projects/${project.id}/webhooks/${id}`).catch(() => {})
    await measureRate(lab, project, receiver, deliveries, arm, disarm)
    await measureCost(lab, project, arm, disarm)
  } finally {
    receiver.child.kill()
    await lab.stop()
  }
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./lab/webhook-receiver.ts', import.meta.url)))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}/`,
    child,
    async count() {
      child.send('count')
      const [{ count }] = (await once(child, 'message')) as [{ count: number }]
      return count
    },
  }
}

type Arm = () => Promise<string>
type Disarm = (id: string) => Promise<unknown>

async function measureRate(
  lab: Lab,
  project: BenchProject,
  receiver: Receiver,
  deliveries: number,
  arm: Arm,
  disarm: Disarm,
): Promise<void> {
  const bare = await bareRate(receiver.url, deliveries)
  const id = await arm()
  await addProducts(lab.msingi.base, project.key, 500)
  await settled(receiver, await receiver.count(), 500)
  const before = await receiver.count()
  const processor = { node: cpuOf(lab.msingi.pid), postgres: cpuOfFamily(lab.postmaster) }
  const started = performance.now()
  await addProducts(lab.msingi.base, project.key, deliveries)
  await settled(receiver, before, deliveries)
  const seconds = (performance.now() - started) / 1000
  await disarm(id)
  tellFigure('webhook deliveries', deliveries / seconds, 'a second', { min: 500 })
  const each = (now: number, then: number) => short((now - then) / deliveries)
  tellNote(
    `${short(bare)} bare requests a second to the same receiver; processor time of one delivery with its insert: ` +
      `${each(Number(cpuOf(lab.msingi.pid)), Number(processor.node))} µs Node, ` +
      `${each(Number(cpuOfFamily(lab.postmaster)), Number(processor.postgres))} µs PostgreSQL`,
  )
}

async function settled(receiver: Receiver, before: number, wanted: number): Promise<void> {
  while ((await receiver.count()) - before < wanted) await sleep(20)
}

async function bareRate(url: string, amount: number): Promise<number> {
  const body = JSON.stringify(product(1))
  let left = amount
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const request = http.request(url, { method: 'POST', agent: false, headers }, (response) => {
        response.resume().once('end', resolve)
      })
      request.once('error', reject).end(body)
    })
  const started = performance.now()
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (left-- > 0) await send()
    }),
  )
  return amount / ((performance.now() - started) / 1000)
}

async function measureCost(lab: Lab, { key }: BenchProject, arm: Arm, disarm: Disarm): Promise<void> {
  let n = 0
  const next = () => encodeRequest('POST', '/api/v1/data/products', key, JSON.stringify(product(n++)))
  const { base } = lab.msingi
  const insert = async (until: { seconds: number } | { amount: number }) =>
    (await load({ base, connections: CONNECTIONS, until, next })).perSecond
  await insert({ amount: WARM_UP })
  const rates = { plain: [] as number[], armed: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.plain.push(await insert({ seconds: SECONDS }))
    const id = await arm()
    rates.armed.push(await insert({ seconds: SECONDS }))
    // What still waits would be charged to the next round.
    await disarm(id)
    await sleep(2000)
  }
  const [plain, armed] = [median(rates.plain), median(rates.armed)]
  tellFigure('inserts with a webhook', armed / plain, 'of those without', { min: 0.75 })
  tellNote(`${short(plain)} inserts a second without, ${short(armed)} with one, which is sent meanwhile`)
}
