// Runs the jobs of one queue on one node, with a limit on concurrent jobs and a lower one for each project, so that slow
// jobs of a project leave room for those of others.

/** WorkedJob is a job that was fetched. */
export interface WorkedJob {
  readonly id: string
  readonly data: object
  /** groupId is the id of the job's project, if it has one. */
  readonly groupId?: string | null
}

export interface JobWorkerOptions<Job extends WorkedJob> {
  readonly atOnce: number
  readonly perProject: number
  readonly pollMs: number
  /** fetch claims up to `count` jobs, none of the projects in `full`. */
  readonly fetch: (count: number, full: string[]) => Promise<Job[]>
  /** run executes a job and records its outcome; it never throws. */
  readonly run: (job: Job) => Promise<void>
  readonly onError: (error: Error) => void
}

/** JobWorker fetches jobs until it is stopped. */
export class JobWorker<Job extends WorkedJob> {
  readonly #options: JobWorkerOptions<Job>
  readonly #running = new Map<Job, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #fetching: Promise<void> | undefined
  #again = false
  #stopped = false

  constructor(options: JobWorkerOptions<Job>) {
    this.#options = options
  }

  /** wake fetches jobs now, and from then on every `pollMs`. */
  wake(): void {
    if (this.#stopped) return
    this.#again = true
    this.#fetching ??= this.#loop().finally(() => {
      this.#fetching = undefined
    })
  }

  /** stop waits at most `timeoutMs` for running jobs, and returns those that are still running. */
  async stop(timeoutMs: number): Promise<Job[]> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#fetching
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, timeoutMs)
    await Promise.race([Promise.all(this.#running.values()), timeout.promise])
    clearTimeout(timer)
    return [...this.#running.keys()]
  }

  async #loop(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#again && !this.#stopped) {
      this.#again = false
      const free = this.#options.atOnce - this.#running.size
      if (free === 0) return
      try {
        const jobs = await this.#options.fetch(Math.min(free, this.#leastFree()), this.#fullProjects())
        for (const job of jobs) this.#start(job)
        // There may be more, for projects below their limit.
        if (jobs.length > 0) this.#again = true
      } catch (error) {
        this.#options.onError(error as Error)
      }
    }
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.wake(), this.#options.pollMs)
    this.#timer.unref()
  }

  #start(job: Job): void {
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
