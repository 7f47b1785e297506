// Runs the jobs of one queue on one node, with a limit on concurrent jobs and a lower one for each project, so that slow
// jobs of a project leave room for those of others.
/** FetchedJob is a job that was claimed for this node. */
export interface FetchedJob {
  readonly id: string
  readonly data: object
  /** groupId is the id of the job's project, if it has one. */
  readonly groupId?: string | null
}

/** JobWorkerOptions say which jobs are run, how many, and how. */
export interface JobWorkerOptions {
  /** atOnce is how many jobs run concurrently, perProject how many of them can belong to one project. */
  readonly atOnce: number
  readonly perProject: number
  /** fetch claims up to `count` jobs that are due, none of the projects in `full`. */
  readonly fetch: (count: number, full: string[]) => Promise<FetchedJob[]>
  /** ended is called when a job has ended, which leaves room for another. */
  readonly ended: () => void
  /** run executes a job and records its outcome; it never throws. */
  readonly run: (job: FetchedJob) => Promise<void>
}

/** JobWorker runs jobs until it is stopped. */
export class JobWorker {
  readonly #options: JobWorkerOptions
  readonly #running = new Map<FetchedJob, Promise<void>>()

  constructor(options: JobWorkerOptions) {
    this.#options = options
  }

  /** fetch starts jobs that are due, as far as there is room, and returns whether there may be more. */
  async fetch(): Promise<boolean> {
    const { atOnce, fetch } = this.#options
    const free = atOnce - this.#running.size
    if (free === 0) return false
    const jobs = await fetch(Math.min(free, this.#leastFree()), this.#fullProjects())
    for (const job of jobs) this.#start(job)
    return jobs.length > 0
  }

  /** stop waits at most `timeoutMs` for running jobs, and returns those that are still running. Nothing may be fetched any more. */
  async stop(timeoutMs: number): Promise<FetchedJob[]> {
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, timeoutMs)
    await Promise.race([Promise.all(this.#running.values()), timeout.promise])
    clearTimeout(timer)
    return [...this.#running.keys()]
  }

  #start(job: FetchedJob): void {
    const done = this.#options.run(job).finally(() => {
      this.#running.delete(job)
      this.#options.ended()
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
