// Looks after what is open: payments that are due, callbacks whose processing was interrupted, and tables that are behind.
// Every node does; turns, leases and locks keep them apart.
import { listWaiting } from '#payments/callbacks/callbacks.store.ts'
import type { Payments } from '#payments/context/payments.ts'
import { listLate } from '#payments/publication/publications.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { checkPayment } from './check-payment.ts'
import { type Account, type DuePayment, listDue } from './checks.store.ts'

const EVERY_MS = 1000
const MOST = 200
const MOST_ACCOUNTS = 500
const SOON_MS = 50
const AT_ONCE = 8
// What is younger is still in the hands of who received it.
const INTERRUPTED_MS = 10_000
// What fails for a project does so again at once, most of the time.
const PAUSE_MS = 30_000
const MAX_PAUSES = 10_000

/** Checker works until it is closed. */
export interface Checker {
  /** wake has it look now, and settles when nothing is due any more. */
  wake(): Promise<void>
  close(): Promise<void>
}

/** createChecker begins to look after the payments of all projects. */
export function createChecker(payments: Payments, find: FindProject): Checker {
  const { clusters, clock, log } = payments.platform
  const pauses = recentlyUsed<number>(MAX_PAUSES)
  // When the next turn of an account is: until then, its payments need not be looked at.
  const turns = recentlyUsed<number>(MAX_PAUSES)
  // Where the round through the accounts of a cluster has come to.
  const places = new Map<Cluster, Account>()
  let running: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let again = false
  let closed = false

  const run = async () => {
    while (again && !closed) {
      again = false
      for (const cluster of clusters.all()) if (await lookAfter(cluster)) again = true
    }
  }
  const wake = (): Promise<void> => {
    if (closed) return Promise.resolve()
    again = true
    running ??= run()
      .catch((error: Error) => log.error({ err: error.message }, 'open payments could not be looked after'))
      .finally(() => {
        running = undefined
        if (again) void wake()
      })
    return running
  }

  // Returns whether there may be more to do at once.
  const lookAfter = async (cluster: Cluster): Promise<boolean> => {
    const { admin } = cluster
    const before = new Date(clock.now().getTime() - INTERRUPTED_MS)
    const late = await listLate(admin, before, MOST)
    await each(late, (id) => forProject(id, (project) => payments.publisher.publish(project)))
    const waiting = await listWaiting(admin, before, MOST)
    let worked = false
    await each(waiting, (id) =>
      forProject(id, async (project) => {
        await payments.processCallbacks(project)
        worked = true
      }),
    )
    return (await checkAccounts(cluster)) || worked
  }

  // Goes on behind the account that was asked for last: accounts of several projects can share a provider's turns.
  const checkAccounts = async (cluster: Cluster): Promise<boolean> => {
    const after = places.get(cluster)
    const { due, last } = await listDue(cluster.admin, clock.now(), after, MOST_ACCOUNTS)
    const checked = new Set<DuePayment>()
    await each(due, (one) =>
      forProject(one.project_id, async (project) => {
        if (await check(project, one)) checked.add(one)
      }),
    )
    const place = due.findLast((one) => checked.has(one)) ?? last
    if (place === undefined) places.delete(cluster)
    else places.set(cluster, place)
    return place !== undefined || after !== undefined
  }

  const check = async (project: ProjectRecord, due: DuePayment): Promise<boolean> => {
    const account = `${due.project_id} ${due.provider}`
    const now = clock.now().getTime()
    const turn = turns.get(account) ?? 0
    const until = turn > now ? new Date(turn) : await checkPayment(payments, project, due)
    if (until === undefined) return true
    turns.set(account, until.getTime())
    wakeIn(until.getTime() - now)
    return false
  }

  const wakeIn = (ms: number) => {
    if (ms >= EVERY_MS || next !== undefined || closed) return
    next = setTimeout(
      () => {
        next = undefined
        void wake()
      },
      Math.max(ms, SOON_MS),
    )
    next.unref()
  }

  const forProject = async (id: string, work: (project: ProjectRecord) => Promise<void>) => {
    const now = clock.now().getTime()
    if ((pauses.get(id) ?? 0) > now) return
    const project = await find(id)
    if (project === undefined || closed) return
    await work(project).catch((error: Error) => {
      pauses.set(id, now + PAUSE_MS)
      log.warn({ err: error.message, project: id }, 'payments of a project could not be looked after')
    })
  }

  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()
  return {
    wake,
    close: async () => {
      closed = true
      clearInterval(timer)
      clearTimeout(next)
      await running
    },
  }
}

// Some at a time: each may wait for a provider for long.
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}
