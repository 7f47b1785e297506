// Looks after what is open: payments that are due, callbacks whose processing was interrupted, and tables that are behind.
// Every node does; turns, leases and locks keep them apart. A round waits for the database alone: what waits for a provider,
// or for the triggers of a project, runs beside it, and holds up nothing but itself. Whoever writes something of this kind
// wakes all nodes, so that each knows when the next of it is due.
import { listWaiting } from '#modules/payments/callbacks/callbacks.store.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import { listBehind } from '#modules/payments/publication/publications.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { Loop } from '#platform/work/loop.ts'
import { lateWork } from '#platform/work/write-behind.ts'
import { createCheck } from './check-payment.ts'
import { type Account, type DuePayment, listDue } from './checks.store.ts'
import { createTasks, type Tasks } from './tasks.ts'

// The topic of the invalidations that say that there is something to look after.
const PAYMENTS_WRITTEN = topic('payments-written')
const NOTIFY_MS = 1000
const BUSY_MS = 1000
const SOON_MS = 50
const AFTER_FAILURE_MS = 1000
// Every payment that is written wakes.
const APART_MS = 20
const MOST_ACCOUNTS = 500
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
  /** wake has it look now, as it must once at the start. */
  wake(): void
  /** written has it look now, and soon after that the other nodes. */
  written(): void
  /** settled settles when nothing that is due now is left to do. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** createChecker makes what looks after the payments of all projects, as soon as it is woken. */
export function createChecker(payments: Payments, find: FindProject): Checker {
  const { clusters, clock, log, quiet, invalidations } = payments.platform
  const check = createCheck(payments)
  // When the next turn of an account is: until then, its payments need not be looked at.
  const turns = recentlyUsed<number>(MAX_TURNS)
  // Where the round through the accounts of a cluster has come to.
  const places = new Map<Cluster, Account>()
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
        loop.wake()
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

  const isBusy = () => everything.some((tasks) => tasks.isBusy())

  const run = async () => {
    const wasBusy = isBusy()
    const nexts: number[] = []
    for (const cluster of clusters.all())
      nexts.push(
        await lookAfter(cluster).catch((err) => {
          if (!closed)
            log.warn({ err, cluster: cluster.name }, 'could not look after the payments of a cluster')
          return clock.now().getTime() + AFTER_FAILURE_MS
        }),
      )
    for (const tasks of everything) nexts.push(tasks.nextEnd())
    // A task that ends says anew when its payment is due, perhaps after that payment was looked at here.
    if (wasBusy || isBusy()) nexts.push(clock.now().getTime() + BUSY_MS)
    const next = Math.min(...nexts)
    return Number.isFinite(next) ? new Date(next) : undefined
  }
  const loop = new Loop({ clock, log, quiet, what: 'look after open payments', apartMs: () => APART_MS, run })
  const settled = async () => {
    do {
      for (const tasks of everything) await tasks.settled()
      await loop.settled()
    } while (isBusy())
  }

  // Returns when to look again, in milliseconds since 1970, as the next ones do.
  const lookAfter = async (cluster: Cluster): Promise<number> => {
    const { admin } = cluster
    const behind = await listBehind(admin, publishing.withheld(), publishing.room())
    const waiting = await listWaiting(admin, processing.withheld(), processing.room())
    return Math.min(
      resume(publishing, behind, (project) => payments.publisher.publish(project)),
      resume(processing, waiting, payments.processCallbacks),
      await checkAccounts(cluster),
    )
  }

  // Starts the work for those who have waited for too long.
  const resume = (
    tasks: Tasks,
    projects: readonly { readonly project_id: string; readonly since: Date }[],
    work: (project: ProjectRecord) => Promise<void>,
  ): number => {
    const now = clock.now().getTime()
    const dueAt = ({ since }: { readonly since: Date }) => since.getTime() + INTERRUPTED_MS
    for (const one of projects) if (dueAt(one) <= now) forProject(tasks, one.project_id, work)
    return Math.min(...projects.map(dueAt).filter((time) => time > now))
  }

  const forProject = (tasks: Tasks, id: string, work: (project: ProjectRecord) => Promise<void>) =>
    tasks.start(id, id, async () => {
      const project = await find(id)
      if (project !== undefined && !closed) await work(project)
    })

  // From behind the account that was asked for last: accounts of several projects can share a provider's turns.
  const checkAccounts = async (cluster: Cluster): Promise<number> => {
    const withheld = Object.values(queries).flatMap((tasks) => tasks.withheld())
    const now = clock.now()
    const { due, later } = await listDue(cluster.admin, now, places.get(cluster), withheld, MOST_ACCOUNTS)
    const nexts = new Map<DuePayment, number>()
    await each(due, async (one) => void nexts.set(one, await begin(one, now.getTime())))
    const isWhole = due.length < MOST_ACCOUNTS
    const place = isWhole ? due.findLast((one) => nexts.get(one) === now.getTime()) : due.at(-1)
    if (place !== undefined) places.set(cluster, place)
    const soon = isWhole ? Number.POSITIVE_INFINITY : now.getTime() + SOON_MS
    return Math.min(later?.getTime() ?? Number.POSITIVE_INFINITY, soon, ...nexts.values())
  }

  // Returns `now` where the payment is on its way, so that another one of its account can be looked at. `now` is when it was
  // chosen: a turn that has come since is for whoever is first by then.
  const begin = async (due: DuePayment, now: number): Promise<number> => {
    const account = `${due.project_id} ${due.provider}`
    const tasks = queries[due.provider]
    const turn = turns.get(account) ?? 0
    if (turn > now) return Math.max(turn, now + SOON_MS)
    if (tasks.room(account) <= 0) {
      isFull = true
      return Number.POSITIVE_INFINITY
    }
    const project = await find(due.project_id)
    if (project === undefined || closed) return Number.POSITIVE_INFINITY
    try {
      const step = await check(project, due)
      if (step instanceof Date) {
        turns.set(account, step.getTime())
        return Math.max(step.getTime(), now + SOON_MS)
      }
      tasks.start(due.id, account, step)
    } catch (error) {
      tasks.putOff(due.id, error as Error)
    }
    return now
  }

  const notifying = lateWork({
    log,
    what: 'notify other nodes of open payments',
    afterMs: NOTIFY_MS,
    run: () => invalidations.publish(PAYMENTS_WRITTEN, ''),
  })
  invalidations.on(PAYMENTS_WRITTEN, () => loop.wake())
  return {
    wake: () => loop.wake(),
    written: () => {
      loop.wake()
      notifying.noted()
    },
    settled,
    close: async () => {
      closed = true
      await loop.close()
      await settled()
      await notifying.close()
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
