// Looks after what is open: payments that are due, callbacks whose processing was interrupted, and tables that are behind.
// Every node does; turns, leases and locks keep them apart. A round waits for the database alone: what waits for a provider,
// or for the triggers of a project, runs beside it, and holds up nothing but itself.
import { listWaiting } from '#modules/payments/callbacks/callbacks.store.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import { listLate } from '#modules/payments/publication/publications.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { createCheck } from './check-payment.ts'
import { type Account, type DuePayment, listDue } from './checks.store.ts'
import { createTasks, type Tasks } from './tasks.ts'

const EVERY_MS = 1000
const MOST_ACCOUNTS = 500
const SOON_MS = 50
const AT_ONCE = 8
// What is younger is still in the hands of who received it.
const INTERRUPTED_MS = 10_000
const MAX_TURNS = 10_000
const MOST_PROJECTS = 200
// A provider has up to 20 s to answer.
const MOST_QUERIES = 256
const MOST_QUERIES_OF_ACCOUNT = 8

/** Checker works until it is closed. */
export interface Checker {
  /** wake has it look now rather than with its next turn. */
  wake(): void
  /** settled settles when nothing that is due now is left to do. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** createChecker begins to look after the payments of all projects. */
export function createChecker(payments: Payments, find: FindProject): Checker {
  const { clusters, clock, log } = payments.platform
  const check = createCheck(payments)
  // When the next turn of an account is: until then, its payments need not be looked at.
  const turns = recentlyUsed<number>(MAX_TURNS)
  // Where the round through the accounts of a cluster has come to.
  const places = new Map<Cluster, Account>()
  let running: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  let again = false
  let isFull = false
  let closed = false

  const tasksOf = (most: number, mostOfGroup: number, what: string): Tasks =>
    createTasks({
      clock,
      most,
      mostOfGroup,
      failed: (key, error) =>
        log.warn({ err: error.message, key }, `failed, and is tried again later: ${what}`),
      ended: () => {
        if (!isFull) return
        isFull = false
        wake()
      },
    })
  const publishing = tasksOf(MOST_PROJECTS, 1, 'payment_transactions of a project')
  const processing = tasksOf(MOST_PROJECTS, 1, 'payment callbacks of a project')
  // A provider that hangs must not keep the other one waiting.
  const queries = {
    provider_a: tasksOf(MOST_QUERIES, MOST_QUERIES_OF_ACCOUNT, 'check of a payment'),
    provider_b: tasksOf(MOST_QUERIES, MOST_QUERIES_OF_ACCOUNT, 'check of a payment'),
  }
  const everything = [publishing, processing, queries.provider_a, queries.provider_b]

  const run = async () => {
    while (again && !closed) {
      again = false
      for (const cluster of clusters.all()) if (await lookAfter(cluster)) again = true
    }
  }
  const wake = () => {
    if (closed) return
    again = true
    running ??= run()
      .catch((error: Error) => log.error({ err: error.message }, 'open payments could not be looked after'))
      .finally(() => {
        running = undefined
        if (again) wake()
      })
  }
  const settled = async () => {
    while (running !== undefined || everything.some((tasks) => tasks.isBusy())) {
      await running
      for (const tasks of everything) await tasks.settled()
    }
  }

  // Returns whether there may be more to do at once.
  const lookAfter = async (cluster: Cluster): Promise<boolean> => {
    const { admin } = cluster
    const before = new Date(clock.now().getTime() - INTERRUPTED_MS)
    const late = await listLate(admin, before, publishing.withheld(), publishing.room())
    for (const id of late) forProject(publishing, id, (project) => payments.publisher.publish(project))
    const waiting = await listWaiting(admin, before, processing.withheld(), processing.room())
    for (const id of waiting) forProject(processing, id, payments.processCallbacks)
    return checkAccounts(cluster)
  }

  const forProject = (tasks: Tasks, id: string, work: (project: ProjectRecord) => Promise<void>) =>
    tasks.start(id, id, async () => {
      const project = await find(id)
      if (project !== undefined && !closed) await work(project)
    })

  // Goes on behind the account that was asked for last: accounts of several projects can share a provider's turns.
  const checkAccounts = async (cluster: Cluster): Promise<boolean> => {
    const after = places.get(cluster)
    const withheld = Object.values(queries).flatMap((tasks) => tasks.withheld())
    const now = clock.now()
    const { due, last } = await listDue(cluster.admin, now, after, withheld, MOST_ACCOUNTS)
    const begun = new Set<DuePayment>()
    await each(due, async (one) => {
      if (await begin(one, now.getTime())) begun.add(one)
    })
    const place = due.findLast((one) => begun.has(one)) ?? last
    if (place === undefined) places.delete(cluster)
    else places.set(cluster, place)
    return place !== undefined || after !== undefined
  }

  // Returns whether the payment is on its way, so that another one of its account can be looked at. `now` is when it was chosen: a
  // turn that has come since is for whoever is first by then.
  const begin = async (due: DuePayment, now: number): Promise<boolean> => {
    const account = `${due.project_id} ${due.provider}`
    const tasks = queries[due.provider]
    const turn = turns.get(account) ?? 0
    if (turn > now) return wakeIn(turn - now)
    if (tasks.room(account) <= 0) {
      isFull = true
      return false
    }
    const project = await find(due.project_id)
    if (project === undefined || closed) return false
    try {
      const step = await check(project, due)
      if (step instanceof Date) {
        turns.set(account, step.getTime())
        return wakeIn(step.getTime() - now)
      }
      tasks.start(due.id, account, step)
    } catch (error) {
      tasks.putOff(due.id, error as Error)
    }
    return true
  }

  const wakeIn = (ms: number): false => {
    if (ms >= EVERY_MS || next !== undefined || closed) return false
    next = setTimeout(
      () => {
        next = undefined
        wake()
      },
      Math.max(ms, SOON_MS),
    )
    next.unref()
    return false
  }

  const timer = setInterval(wake, EVERY_MS)
  timer.unref()
  return {
    wake,
    settled,
    close: async () => {
      closed = true
      clearInterval(timer)
      clearTimeout(next)
      await settled()
    },
  }
}

// Some at a time, so that a round leaves connections to others.
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}
