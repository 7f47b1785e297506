// The processes that run functions, of all projects: started on demand, at most so many, and the one unused for longest
// makes room for the next.

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type Blame, linesOf } from './blame.ts'
import type { Answer, Invocation } from './invocation.ts'
import { LIMITS, ProjectRuntime, type RuntimeLimits } from './project-runtime.ts'
import { RuntimeHome, type RuntimeHomeOptions } from './runtime-home.ts'
import type { RuntimeHost, WorkerCode } from './runtime-host.ts'
import { startWorkerd } from './workerd-process.ts'
import { PLACES, workerdUser } from './workerd-user.ts'

/** RuntimesOptions are what all processes share. */
export interface RuntimesOptions extends RuntimeHomeOptions {
  readonly host: RuntimeHost
  /** processes is how many run at the same time; projects of one account take at most half of them. */
  readonly processes: number
  readonly limits?: RuntimeLimits
  /** idleMs is how long a process that nobody uses is kept. */
  readonly idleMs?: number
}

interface Entry {
  readonly runtime: ProjectRuntime
  readonly accountId: string
  readonly place: number
}

const WATCH_MS = 200
const CPU_WATCHES = 5
const IDLE_MS = 300_000

/** Runtimes runs functions of projects. */
export class Runtimes {
  readonly #options: RuntimesOptions
  readonly #entries = new Map<string, Entry>()
  readonly #home: RuntimeHome
  readonly #timer: NodeJS.Timeout
  #started = 0
  #rehearsals = 0
  #watches = 0
  #place = randomInt(PLACES)

  constructor(options: RuntimesOptions) {
    this.#options = options
    this.#home = new RuntimeHome(options)
    this.#timer = setInterval(() => this.#watch(), WATCH_MS)
    this.#timer.unref()
  }

  /** available is whether this machine can run functions at all, as far as it is known. */
  get available(): boolean {
    return this.#home.available
  }

  /** check finds out whether this machine can run functions. Where it cannot, the log and each invocation say why. */
  check(): Promise<void> {
    return this.#home.check()
  }

  /** running is how many processes there are; memory is what they take together, in bytes. */
  figures(): { readonly running: number; readonly memory: number } {
    let memory = 0
    for (const { runtime } of this.#entries.values()) memory += runtime.memory
    return { running: this.#entries.size, memory }
  }

  /** invoke runs a function of a project. It throws 503 where no process can be had, 429 and 504 at the limits. */
  async invoke(project: ProjectRecord, invocation: Invocation): Promise<Answer> {
    return this.#runtimeOf(project).invoke(invocation)
  }

  /**
   * rehearse runs a worker once, in a process of its own that ends with it: whatever its code does, nothing that runs is
   * touched by it. It returns what it answered, as text; `failed` is set where it threw.
   */
  async rehearse(
    project: ProjectRecord,
    code: WorkerCode,
    invocation: Invocation,
  ): Promise<{ readonly failed: boolean; readonly text: string }> {
    this.#rehearsals += 1
    const key = `rehearsal ${this.#rehearsals}`
    const host = { ...this.#options.host, code: async () => code }
    const runtime = this.#open(key, project, host)
    try {
      const { failed, body } = await runtime.invoke(invocation)
      return { failed, text: await text(body) }
    } finally {
      await this.end(key)
    }
  }

  /** end ends the process of a project, if it has one on this node. */
  async end(projectId: string): Promise<void> {
    const entry = this.#entries.get(projectId)
    this.#entries.delete(projectId)
    await entry?.runtime.close()
  }

  /** finish waits until functions have come to the end of what they go on with after their answers, for a time at most. */
  async finish(ms: number): Promise<void> {
    const { log } = this.#options
    const finish = async ([id, { runtime }]: readonly [string, Entry]) => {
      if (!(await runtime.finish(ms))) log.warn({ project: id }, 'what functions went on with was cut off')
    }
    await Promise.all([...this.#entries].map(finish))
  }

  /** close ends all processes and removes their directory. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#entries.values()].map(({ runtime }) => runtime.close()))
    this.#entries.clear()
    await this.#home.close()
  }

  #runtimeOf(project: ProjectRecord): ProjectRuntime {
    return this.#entries.get(project.id)?.runtime ?? this.#open(project.id, project, this.#options.host)
  }

  #open(key: string, { id, account_id }: ProjectRecord, host: RuntimeHost): ProjectRuntime {
    this.#makeRoom(account_id)
    const place = this.#nextPlace()
    const { limits = LIMITS } = this.#options
    const runtime = new ProjectRuntime(() => this.#start(id, host, place), limits, {
      onEnd: (blame) => this.#tell(id, blame),
      onCpu: (milliseconds) => host.used(id, milliseconds),
    })
    this.#entries.set(key, { runtime, accountId: account_id, place })
    return runtime
  }

  // Each function's own log says what became of it.
  #tell(projectId: string, blame: Blame): void {
    const { host, log } = this.#options
    const { reason, culprit, ran } = blame
    const about = { project: projectId, reason, culprit: culprit?.name, ran: ran.map(({ name }) => name) }
    log.warn(about, 'the functions of a project were ended')
    for (const { ran, text } of linesOf(blame)) {
      const line = { level: 'error', message: [text], timestamp: Date.now() } as const
      host.report(projectId, { ...ran, outcome: 'ended', logs: [line], exceptions: [], dropped: 0 })
    }
  }

  #makeRoom(accountId: string): void {
    const { processes } = this.#options
    const mine = [...this.#entries].filter(([, entry]) => entry.accountId === accountId)
    const share = Math.max(1, Math.ceil(processes / 2))
    if (mine.length >= share) this.#evict(mine)
    else if (this.#entries.size >= processes) this.#evict([...this.#entries])
  }

  #evict(candidates: readonly (readonly [string, Entry])[]): void {
    const idle = candidates.filter(([, { runtime }]) => runtime.idle)
    const [oldest] = idle.toSorted(([, a], [, b]) => a.runtime.usedAt - b.runtime.usedAt)
    if (oldest === undefined) throw full()
    this.#drop(...oldest)
  }

  #drop(id: string, { runtime }: Entry): void {
    this.#entries.delete(id)
    void runtime.close()
  }

  // The place decides on the user. One that has just become free is taken last: its process may still be ending.
  #nextPlace(): number {
    const taken = new Set([...this.#entries.values()].map(({ place }) => place))
    do this.#place = (this.#place + 1) % PLACES
    while (taken.has(this.#place))
    return this.#place
  }

  async #start(projectId: string, host: RuntimeHost, place: number) {
    const { log } = this.#options
    try {
      const { directory, binary } = await this.#home.open()
      this.#started += 1
      return await startWorkerd({
        projectId,
        host,
        binary,
        config: join(directory, 'config.capnp'),
        directory: join(directory, String(this.#started)),
        user: workerdUser(place),
      })
    } catch (error) {
      if (error instanceof AppError) throw error
      log.error({ project: projectId, err: error }, 'the functions of a project could not be started')
      throw notStarted(error)
    }
  }

  #watch(): void {
    const { idleMs = IDLE_MS } = this.#options
    const now = performance.now()
    this.#watches += 1
    for (const [id, entry] of this.#entries) {
      const { runtime } = entry
      if (this.#watches % CPU_WATCHES === 0) runtime.reportCpu()
      if (runtime.idle && now - runtime.usedAt > idleMs) this.#drop(id, entry)
      else runtime.watch()
    }
  }
}

function full(): AppError {
  const message = 'This server runs as many functions as it can at the moment. Try again shortly.'
  return new AppError('unavailable', message, { headers: { 'retry-after': '5' } })
}

function notStarted(cause: unknown): AppError {
  const message = 'The functions of this project could not be started. Try again shortly.'
  return new AppError('unavailable', message, { cause, headers: { 'retry-after': '2' } })
}
