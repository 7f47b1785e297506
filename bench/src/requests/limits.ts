// What a rate limit costs a GET by id where two nodes count together: far from the limit, where a node counts alone, and near it,
// where each request asks the owner of its window. The baseline is the same GET on one node without NATS.
import { NO_NATS, startNats } from '../../../server/test/nats.ts'
import { type Account, addKey, addProducts, createProject, signUp } from '../lab/client.ts'
import { median, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { encodeRequest, type LoadRequest, load } from '../lab/load.ts'
import { cpuOf } from '../lab/proc.ts'

const ROUNDS = 3
const ROWS = 2000
const CONNECTIONS = 32
const REQUESTS = 20_000
// Each has a window of its own; about half of them are owned by the other node.
const KEYS = 8
// Two nodes count alone up to a quarter of a limit, which the warm-up of each window uses up. Where the other node is late, half
// of a limit is admitted, which is all requests of a window.
const NEAR = 10_000
const FAR = 1_000_000
const WINDOW_SECONDS = 3600
const TARGET = 1.5

interface Site {
  readonly lab: Lab
  readonly account: Account
  readonly project: string
  readonly pids: readonly number[]
  get(): LoadRequest
}

/** benchLimits measures so many rounds, one node without NATS and two with it in turn. */
export async function benchLimits(rounds: number = ROUNDS): Promise<void> {
  if (NO_NATS !== undefined) return
  const nats = await startNats()
  const labs: Lab[] = []
  try {
    for (const settings of [undefined, { NATS_URL: nats.url }]) labs.push(await openLab(settings))
    const [alone, together] = labs as [Lab, Lab]
    const one = await setSite(alone, [])
    const two = await setSite(together, [(await together.addNode()).pid])
    const ratios: Record<'near' | 'far', number[]> = { near: [], far: [] }
    for (let round = 0; round < rounds; round++) {
      // Each limit has windows of its own.
      const windows = WINDOW_SECONDS - 2 * round
      const baseline = await measure(one, FAR, windows)
      ratios.far.push((await measure(two, FAR, windows)) / baseline)
      ratios.near.push((await measure(two, NEAR, windows - 1)) / baseline)
    }
    const what = 'of the processor time of one node without NATS'
    tellFigure('a GET near its limit on two nodes', median(ratios.near), what, { max: TARGET })
    tellNote(`far from it ${median(ratios.far).toFixed(2)}; near it in each round ${listed(ratios.near)}`)
  } finally {
    for (const lab of labs) await lab.stop()
    await nats.stop()
  }
}

async function setSite(lab: Lab, others: readonly number[]): Promise<Site> {
  const account = await signUp(() => lab.msingi.base)
  const { id, key } = await createProject(account)
  const keys = [key]
  while (keys.length < KEYS) keys.push(await addKey(account, id))
  const rows = await addProducts(lab.msingi.base, key, ROWS)
  const gets = rows.map((row, n) =>
    encodeRequest('GET', `/api/v1/data/products/${row}`, keys[n % KEYS] as string),
  )
  let turn = 0
  const get = () => gets[turn++ % gets.length] as LoadRequest
  return { lab, account, project: id, pids: [lab.msingi.pid, ...others], get }
}

/** measure returns the microseconds of processor time of a GET under a limit, on all nodes together. */
async function measure(
  { lab, account, project, pids, get }: Site,
  limit: number,
  window_seconds: number,
): Promise<number> {
  const rules = [{ group: 'data', by: 'key', limit, window_seconds }]
  await account.api('PATCH', `/projects/${project}/rate-limits`, { rules })
  const run = () =>
    load({ base: lab.msingi.base, connections: CONNECTIONS, until: { amount: REQUESTS }, next: get })
  await run()
  const before = cpuOfAll(pids)
  const { errors, requests } = await run()
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`)
  return (cpuOfAll(pids) - before) / requests
}

function cpuOfAll(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuOf(pid) ?? Number.NaN), 0)
}

function listed(figures: readonly number[]): string {
  return figures.map((figure) => figure.toFixed(2)).join(', ')
}
