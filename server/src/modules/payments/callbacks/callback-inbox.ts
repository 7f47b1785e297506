// Stores callbacks before they are answered. Those of a project that arrive at the same time share a statement, and with it
// one write to disk.
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { tooMany } from '#platform/fairness/refusals.ts'
import { createRounds } from '#platform/fairness/rounds.ts'
import { insertCallbacks, type NewCallback } from './callbacks.store.ts'

const BATCH = 100
const MAX_WAITING = 1000

/** StoreCallback stores a callback, and settles when it is on disk or known already. It throws 429 where too many wait. */
export type StoreCallback = (project: ProjectRecord, callback: NewCallback) => Promise<void>

interface Waiting {
  readonly callback: NewCallback
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** createCallbackInbox makes what stores the callbacks of this node; each that is stored is worked on afterwards. */
export function createCallbackInbox(payments: Payments): StoreCallback {
  const queues = new Map<string, Waiting[]>()

  const storeAll = createRounds(async (project: ProjectRecord) => {
    const queue = queues.get(project.id) ?? []
    while (queue.length > 0) await storeBatch(payments, project, queue.splice(0, BATCH))
    queues.delete(project.id)
  })

  return (project, callback) => {
    const queue = queues.get(project.id) ?? []
    if (queue.length >= MAX_WAITING) throw tooMany('callbacks')
    queues.set(project.id, queue)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push({ callback, resolve, reject })
    void storeAll(project)
    return promise
  }
}

async function storeBatch(payments: Payments, project: ProjectRecord, batch: readonly Waiting[]) {
  // Copies of an event are one.
  const events = Map.groupBy(batch, ({ callback }) => `${callback.provider} ${callback.event_id}`)
  const callbacks = [...events.values()].flatMap(([first]) => first?.callback ?? [])
  try {
    const stored = await insertCallbacks(dbOf(payments, project), project.id, callbacks)
    for (const { resolve } of batch) resolve()
    if (stored === 0) return
    payments.written()
    processSoon(payments, project)
  } catch (error) {
    // What PostgreSQL refuses of one must not be the failure of all.
    if (batch.length > 1) for (const one of batch) await storeBatch(payments, project, [one])
    else batch[0]?.reject(error)
  }
}

function processSoon({ platform, processCallbacks }: Payments, project: ProjectRecord): void {
  // What fails here is found again by the checker.
  void processCallbacks(project).catch((error: Error) =>
    platform.log.warn(
      { err: error.message, project: project.id },
      'payment callbacks will be worked on later',
    ),
  )
}
