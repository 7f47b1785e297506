// Runs the jobs of one queue on one node, with a limit on concurrent jobs and a lower one for each project, so that slow
// jobs of a project leave room for those of others.
import { systemClock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { Loop } from '#platform/work/loop.ts'

/** FetchedJob is a job that was claimed for this node. */
export interface FetchedJob {
  readonly id: string
  readonly data: object
  /** groupId is the id of the job's project, if it has one. */
  readonly groupId?: string | null
}

/** JobWorkerOptions say which jobs are run, how many, and how. */
export interface JobWorkerOptions {
  readonly log: Log
  /** name is that of the queue. */
  readonly name: string
  /** atOnce is how many jobs run concurrently, perProject how many of them can belong to one project. */
  readonly atOnce: number
  readonly perProject: number
  /** fetch claims up to `count` jobs that are due, none of the projects in `full`. */
  readonly fetch: (count: number, full: string[]) => Promise<FetchedJob[]>
  /** nextDue returns in how many milliseconds the next job is due that is not due yet. */
  readonly nextDue: () => Promise<number | undefined>
  /** run executes a job and records its outcome; it never throws. */
  readonly run: (job: FetchedJob) => Promise<void>
}

/** JobWorker fetches jobs until it is stopped: when it is woken, when one ends, and when one is due. */
export class JobWorker {
  readonly #options: JobWorkerOptions
  readonly #running = new Map<FetchedJob, Promise<void>>()
  readonly #loop: Loop

  constructor(options: JobWorkerOptions) {
    const { log, name } = options
    this.#options = options
    this.#loop = new Loop({ clock: systemClock, log, what: `fetch jobs: ${name}`, run: () => this.#fetch() })
  }

  /** wake fetches jobs now. */
  wake(): void {
    this.#loop.wake()
  }

  /** stop waits at most `timeoutMs` for running jobs, and returns those that are still running. */
  async stop(timeoutMs: number): Promise<FetchedJob[]> {
    await this.#loop.close()
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, timeoutMs)
    await Promise.race([Promise.all(this.#running.values()), timeout.promise])
    clearTimeout(timer)
    return [...this.#running.keys()]
  }

  // Returns when to fetch again: at once where there may be more, for projects below their limit.
  async #fetch(): Promise<Date | undefined> {
    const { atOnce, fetch, nextDue } = this.#options
    const free = atOnce - this.#running.size
    if (free === 0) return
    const jobs = await fetch(Math.min(free, this.#leastFree()), this.#fullProjects())
    for (const job of jobs) this.#start(job)
    if (jobs.length > 0) return systemClock.now()
    const ms = await nextDue()
    return ms === undefined ? undefined : new Date(systemClock.now().getTime() + Math.ceil(ms))
  }

  #start(job: FetchedJob): void {
    const done = this.#options.run(job).finally(() => {
      this.#running.delete(job)
      this.wake()
    })
    this.#running.set(job, done)
  }

  #countProjects(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { groupId } of this.#running.keys())
      if (groupId) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
    return counts
  }

  #fullProjects(): string[] {
    return [...this.#countProjects()].filter(([, n]) => n >= this.#options.perProject).map(([id]) => id)
  }

  // All jobs of one fetch can belong to the same project.
  #leastFree(): number {
    const counts = [...this.#countProjects().values()].filter((n) => n < this.#options.perProject)
    return this.#options.perProject - Math.max(0, ...counts)
  }
}
