// Threads that compute password hashes. In libuv's pool, where they would go by themselves, a storm of sign-ins has a
// hash on every processor at a time: requests wait for a processor, files and names for a thread.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/** HashingTask is a password to hash, or to compare with a hash. */
export type HashingTask =
  | { readonly password: string; readonly cost: Options }
  | { readonly password: string; readonly hashed: string }

/** HashingOutcome is what comes of a task. */
export type HashingOutcome =
  | { readonly hashed: string }
  | { readonly right: boolean }
  | { readonly failure: string }

interface Job {
  readonly resolve: (outcome: HashingOutcome) => void
  readonly reject: (error: Error) => void
}

/** HASHING_THREADS is how many there are: a processor stays free for the requests of everybody else. */
export const HASHING_THREADS = Math.max(1, availableParallelism() - 1)

// More of one project would not be answered before their clients give up.
const MAX_WAITING = 2000
const WAIT_MS = 60_000

/** HashingThreads does one task per thread at a time; the others wait, and projects take turns. */
export class HashingThreads {
  readonly #gate: FairGate
  readonly #idle: Worker[] = []
  readonly #jobs = new Map<Worker, Job>()

  /** `waiting` is how many tasks of one project may wait, for `waitMs` milliseconds at most. */
  constructor(waiting = MAX_WAITING, waitMs = WAIT_MS) {
    // A place is free again within milliseconds: none is kept back for those who are yet to come.
    const all = { places: HASHING_THREADS, perProject: HASHING_THREADS, perAccount: HASHING_THREADS }
    this.#gate = new FairGate({ ...all, waiting, waitMs, what: 'sign-ins' })
  }

  /** run does a task in the tenant's turn. It throws 429 if too many of the project wait, 503 after `waitMs`. */
  run(tenant: Tenant, task: HashingTask): Promise<HashingOutcome> {
    return this.#gate.run(tenant, () => {
      // There are as many threads as places.
      const worker = this.#idle.pop() ?? this.#start()
      return new Promise((resolve, reject) => {
        this.#jobs.set(worker, { resolve, reject })
        worker.postMessage(task)
      })
    })
  }

  // Started by the first passwords, and kept: a thread takes longer to start than to hash.
  #start(): Worker {
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url), { execArgv: [] })
    // A server that stops does not wait for it.
    worker.unref()
    worker.on('message', (outcome: HashingOutcome) => {
      this.#idle.push(worker)
      this.#finish(worker)?.resolve(outcome)
    })
    worker.on('error', (error) => this.#finish(worker)?.reject(error))
    return worker
  }

  #finish(worker: Worker): Job | undefined {
    const job = this.#jobs.get(worker)
    this.#jobs.delete(worker)
    return job
  }
}
