// Looks after what is open: payments that are due, callbacks whose processing was interrupted, and tables that are behind.
// Every node does; turns, leases and locks keep them apart.

import { LRUCache } from 'lru-cache'
import { listWaiting } from '#payments/callbacks/callbacks.store.ts'
import type { Payments } from '#payments/context/payments.ts'
import { listLate } from '#payments/publication/publications.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { checkPayment } from './check-payment.ts'
import { listDue } from './checks.store.ts'

const EVERY_MS = 1000
const MOST = 200
const AT_ONCE = 8
// What is younger is still in the hands of who received it.
const INTERRUPTED_MS = 10_000
// What fails for a project does so again at once, most of the time.
const PAUSE_MS = 30_000
const MAX_PAUSES = 10_000

/** Checker works until it is closed. */
export interface Checker {
  /** wake has it look now. */
  wake(): void
  close(): Promise<void>
}

/** createChecker begins to look after the payments of all projects. */
export function createChecker(payments: Payments, find: FindProject): Checker {
  const { clusters, clock, log } = payments.platform
  const pauses = new LRUCache<string, number>({ max: MAX_PAUSES })
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  const run = async () => {
    while (again && !closed) {
      again = false
      for (const cluster of clusters.all()) if (await lookAfter(cluster)) again = true
    }
  }
  const wake = () => {
    again = true
    running ??= run()
      .catch((error: Error) => log.error({ err: error.message }, 'open payments could not be looked after'))
      .finally(() => {
        running = undefined
      })
  }

  // Returns whether there may be more to do at once.
  const lookAfter = async ({ admin }: Cluster): Promise<boolean> => {
    const now = clock.now()
    const before = new Date(now.getTime() - INTERRUPTED_MS)
    const late = await listLate(admin, before, MOST)
    await each(late, (id) => forProject(id, (project) => payments.publisher.publish(project)))
    let checked = false
    const waiting = await listWaiting(admin, before, MOST)
    await each(waiting, (id) =>
      forProject(id, async (project) => {
        await payments.processCallbacks(project)
        checked = true
      }),
    )
    const due = await listDue(admin, now, MOST)
    await each(due, (one) =>
      forProject(one.project_id, async (project) => {
        if ((await checkPayment(payments, project, one)) === 'checked') checked = true
      }),
    )
    return checked
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

  const timer = setInterval(wake, EVERY_MS)
  timer.unref()
  return {
    wake,
    close: async () => {
      closed = true
      clearInterval(timer)
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
