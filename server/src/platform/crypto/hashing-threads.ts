// Threads that compute password hashes. In libuv's pool, where they would run by default, many sign-ins would occupy
// every processor, and block file access and name resolution.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { FairGate, type FairGateFigures } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/** HashingTask is a password to hash, or to compare with a hash. */
export type HashingTask =
  | { readonly password: string; readonly cost: Options }
  | { readonly password: string; readonly hashed: string }

/** HashingOutcome is the result of a task. */
export type HashingOutcome =
  | { readonly hashed: string }
  | { readonly right: boolean }
  | { readonly failure: string }

interface Job {
  readonly resolve: (outcome: HashingOutcome) => void
  readonly reject: (error: Error) => void
}

/** HASHING_THREADS is how many there are: one processor stays free for requests. */
export const HASHING_THREADS = Math.max(1, availableParallelism() - 1)

// More waiting tasks of one project would exceed the timeouts of clients.
const MAX_WAITING = 2000
const WAIT_MS = 60_000

/** HashingThreads runs one task per thread at a time; projects take turns. */
export class HashingThreads {
  readonly #gate: FairGate
  readonly #idle: Worker[] = []
  readonly #jobs = new Map<Worker, Job>()

  /** `waiting` is how many tasks of one project can wait, for at most `waitMs` milliseconds. */
  constructor(waiting = MAX_WAITING, waitMs = WAIT_MS) {
    // Tasks take milliseconds, so that no thread is reserved for other projects.
    const all = { places: HASHING_THREADS, perProject: HASHING_THREADS, perAccount: HASHING_THREADS }
    this.#gate = new FairGate({ ...all, waiting, waitMs, what: 'sign-ins' })
  }

  /** figures are those of the threads as a gate. */
  get figures(): FairGateFigures {
    return this.#gate.figures
  }

  /** run executes a task in the tenant's turn. It throws 429 if too many of the project wait, 503 after `waitMs`. */
  run(tenant: Tenant, task: HashingTask): Promise<HashingOutcome> {
    return this.#gate.run(tenant, () => {
      // There are as many threads as slots of the gate.
      const worker = this.#idle.pop() ?? this.#start()
      return new Promise((resolve, reject) => {
        this.#jobs.set(worker, { resolve, reject })
        worker.postMessage(task)
      })
    })
  }

  // Started on first use, and kept: starting a thread takes longer than a hash.
  #start(): Worker {
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url), { execArgv: [] })
    // The thread does not keep the process alive.
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
