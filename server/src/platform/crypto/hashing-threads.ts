// Threads that compute password hashes. In libuv's pool, where they would go by themselves, a storm of sign-ins has a
// hash on every processor at a time: requests wait for a processor, files and names for a thread.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'
import { AppError } from '#platform/errors/app-error.ts'

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
  readonly task: HashingTask
  readonly resolve: (outcome: HashingOutcome) => void
  readonly reject: (error: Error) => void
}

/** HASHING_THREADS is how many there are: a processor stays free for the requests of everybody else. */
export const HASHING_THREADS = Math.max(1, availableParallelism() - 1)

// More would not be answered before their clients give up.
const MAX_WAITING = 2000
const RETRY_SECONDS = 10

/** HashingThreads does one task per thread at a time; the others wait in the order in which they came. */
export class HashingThreads {
  readonly #maxWaiting: number
  readonly #idle: Worker[] = []
  readonly #waiting: Job[] = []
  readonly #jobs = new Map<Worker, Job>()

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting
  }

  /** run does a task, or refuses it with 503 where too many wait already. */
  async run(task: HashingTask): Promise<HashingOutcome> {
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new AppError('unavailable', 'Too many people are signing in right now. Try again shortly.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      })
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    const worker = this.#idle.pop() ?? (this.#jobs.size < HASHING_THREADS ? this.#start() : undefined)
    if (worker === undefined) return
    const job = this.#waiting.shift()
    if (job === undefined) {
      this.#idle.push(worker)
      return
    }
    this.#jobs.set(worker, job)
    worker.postMessage(job.task)
  }

  // Started by the first passwords, and kept: a thread takes longer to start than to hash.
  #start(): Worker {
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url), { execArgv: [] })
    // A server that stops does not wait for it.
    worker.unref()
    worker.on('message', (outcome: HashingOutcome) => {
      this.#idle.push(worker)
      this.#finish(worker)?.resolve(outcome)
      this.#next()
    })
    worker.on('error', (error) => {
      this.#finish(worker)?.reject(error)
      this.#next()
    })
    return worker
  }

  #finish(worker: Worker): Job | undefined {
    const job = this.#jobs.get(worker)
    this.#jobs.delete(worker)
    return job
  }
}
