// The functions of one project: a process that is started on demand, replaced where it hangs, grows or is full of old code,
// and stopped when it is idle.
import { AppError } from '#platform/errors/app-error.ts'
import { type Blame, endedError } from './blame.ts'
import { type Answer, CutOff, type Invocation, send } from './invocation.ts'
import { ProcessCalls, type Ran } from './process-calls.ts'
import { Unreached } from './unreached.ts'
import { hasEnded, OUT_OF_MEMORY, type WorkerdProcess } from './workerd-process.ts'

/** RuntimeLimits bound one process. */
export interface RuntimeLimits {
  /** memoryBytes is how large a process may grow. */
  readonly memoryBytes: number
  /** hangMs is the processor time that it may take while its event loop answers nothing: that of one turn of a function. */
  readonly hangMs: number
  /** loads is how many isolates a process takes before another takes its place. */
  readonly loads: number
  /** inFlight is how many invocations run at a time. */
  readonly inFlight: number
}

/** RuntimeEvents are what a runtime reports. */
export interface RuntimeEvents {
  /** onEnd is called when its process has ended by itself, or was ended for what its functions did. */
  onEnd(blame: Blame): void
  /** onCpu is called with the processor time that its processes have taken since the last call, in milliseconds. */
  onCpu(milliseconds: number): void
}

/** The longest that an event loop may answer nothing without taking processor time: a process that was stopped, say. */
const FROZEN_MS = 60_000
// What comes so long after a ping that is not answered has not run.
const AMID_MS = 250

/** LIMITS are those of a server that sets no others. */
export const LIMITS: RuntimeLimits = {
  memoryBytes: 512 * 1024 * 1024,
  hangMs: 2000,
  loads: 300,
  inFlight: 200,
}

/** ProjectRuntime runs the functions of one project. */
export class ProjectRuntime {
  readonly #start: () => Promise<WorkerdProcess>
  readonly #limits: RuntimeLimits
  readonly #events: RuntimeEvents
  #process: Promise<WorkerdProcess> | undefined
  #running: WorkerdProcess | undefined
  // Invocations in each process, and in all, together with what waits for one to start.
  readonly #calls = new Map<WorkerdProcess, ProcessCalls>()
  // Those that were ended on purpose, and why the others have ended.
  readonly #dismissed = new WeakSet<WorkerdProcess>()
  readonly #blames = new WeakMap<WorkerdProcess, Blame>()
  // The processor time of each process that is reported already. That of its start is not the functions' own.
  readonly #cpu = new Map<WorkerdProcess, number>()
  #busy = 0
  // Whom a ping is under way to, the processor time it had taken by then, and until when it can have begun something else.
  #ping: { readonly process: WorkerdProcess; readonly cpu: number; readonly until: number } | undefined
  #closed = false
  #usedAt = 0

  constructor(start: () => Promise<WorkerdProcess>, limits: RuntimeLimits, events: RuntimeEvents) {
    this.#start = start
    this.#limits = limits
    this.#events = events
  }

  /** usedAt is when it was last used, in milliseconds of `performance.now()`. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** idle is whether nothing is running. */
  get idle(): boolean {
    return this.#busy === 0
  }

  /** memory is what its process takes, in bytes. */
  get memory(): number {
    return this.#running?.memory() ?? 0
  }

  /** invoke runs a function, in a new process where there is none. It throws 429 where too many run. */
  async invoke(invocation: Invocation): Promise<Answer> {
    if (this.#busy >= this.#limits.inFlight) throw tooMany(this.#limits.inFlight)
    this.#busy += 1
    this.#usedAt = performance.now()
    try {
      const answer = await this.#attempt(invocation)
      answer.body.once('close', () => this.#rest())
      return answer
    } catch (error) {
      this.#rest()
      throw error
    }
  }

  /** watch replaces a process that hangs or has outgrown its limits; the runtimes call it several times a second. */
  watch(): void {
    const process = this.#running
    if (process === undefined) return
    if (process.memory() > this.#limits.memoryBytes) this.#kill(process, 'memory', 'too much memory')
    else if (process.loads() >= this.#limits.loads) this.#retire(process)
    else if (this.#isHung(process))
      this.#kill(process, 'processor time', 'too much processor time', this.#ping?.until)
    else if (this.#callsOf(process).running > 0 || this.#works(process)) void this.#startPing(process)
  }

  /** reportCpu reports what its processes have taken since the last time. */
  reportCpu(): void {
    for (const [process, reported] of this.#cpu) {
      const taken = process.cpu()
      if (taken <= reported) continue
      this.#cpu.set(process, taken)
      this.#events.onCpu(taken - reported)
    }
  }

  /** finish reports whether functions have come to the end of what they go on with after their answers, within a time. */
  async finish(ms: number): Promise<boolean> {
    const processes = new Set([this.#running, ...this.#calls.keys()])
    const all = await Promise.all([...processes].map((process) => process?.rest(ms) ?? true))
    return all.every((isDone) => isDone)
  }

  /** close ends the process; nothing may be invoked afterwards. */
  async close(): Promise<void> {
    this.#closed = true
    this.reportCpu()
    const process = await this.#process?.catch(() => undefined)
    await Promise.all([...new Set([process, ...this.#calls.keys()])].map((one) => one?.kill()))
  }

  // A process may have ended since its last invocation: where it has received nothing, another one takes its place.
  async #attempt(invocation: Invocation, isLast = false): Promise<Answer> {
    const process = await this.#get()
    try {
      return await this.#runIn(process, invocation)
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      await process.kill()
      if (isLast) throw endedError(this.#blames.get(process), invocation.name, error)
      return this.#attempt(invocation, true)
    }
  }

  async #runIn(process: WorkerdProcess, invocation: Invocation): Promise<Answer> {
    const calls = this.#callsOf(process)
    const end = calls.begin(invocation)
    const leave = (isCutOff: boolean) => {
      end(isCutOff)
      if (calls.running === 0 && this.#running !== process) this.#end(process)
    }
    try {
      await process.load(invocation.worker)
    } catch (error) {
      leave(true)
      throw error
    }
    try {
      const answer = await send(process, invocation, leave)
      const { brokenOff } = answer
      return {
        ...answer,
        brokenOff: async (cause) => {
          const isEnded = await hasEnded(process)
          return isEnded ? endedError(this.#blames.get(process), invocation.name, cause) : brokenOff(cause)
        },
      }
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      await hasEnded(process)
      throw endedError(this.#blames.get(process), invocation.name, error)
    }
  }

  #callsOf(process: WorkerdProcess): ProcessCalls {
    const known = this.#calls.get(process)
    if (known !== undefined) return known
    const calls = new ProcessCalls()
    this.#calls.set(process, calls)
    return calls
  }

  #get(): Promise<WorkerdProcess> {
    if (this.#closed)
      return Promise.reject(new AppError('unavailable', 'The functions of this project are being ended.'))
    this.#process ??= this.#begin()
    return this.#process
  }

  async #begin(): Promise<WorkerdProcess> {
    try {
      const process = await this.#start()
      this.#running = process
      this.#cpu.set(process, process.cpu())
      void process.ended.then(({ reason, worker }) => {
        const cause = reason === OUT_OF_MEMORY ? 'memory' : 'unknown'
        this.#blame(process, cause, reason, worker === undefined ? {} : { worker })
        this.#cpu.delete(process)
        this.#calls.delete(process)
        this.#forget(process)
      })
      return process
    } catch (error) {
      this.#process = undefined
      throw error
    }
  }

  #forget(process: WorkerdProcess): void {
    if (this.#running !== process) return
    this.#running = undefined
    this.#process = undefined
  }

  #kill(process: WorkerdProcess, cause: Blame['cause'], reason: string, before?: number): void {
    this.reportCpu()
    this.#blame(process, cause, reason, { before })
    this.#forget(process)
    void process.kill()
  }

  // A process that was ended on purpose has none.
  #blame(
    process: WorkerdProcess,
    cause: Blame['cause'],
    reason: string,
    { worker, before }: { readonly worker?: string; readonly before?: number | undefined },
  ): void {
    if (this.#closed || this.#dismissed.has(process) || this.#blames.has(process)) return
    const calls = this.#callsOf(process)
    const culprit: Ran | undefined = worker === undefined ? calls.only : calls.of(worker)
    const blame = { cause, reason, culprit, ran: calls.ran(before), cutOff: calls.cutOff() }
    this.#blames.set(process, blame)
    this.#events.onEnd(blame)
  }

  // Invocations that run are finished; those that come go to a new process.
  #retire(process: WorkerdProcess): void {
    this.#running = undefined
    this.#process = undefined
    if (this.#callsOf(process).running === 0) this.#end(process)
  }

  #end(process: WorkerdProcess): void {
    this.reportCpu()
    this.#dismissed.add(process)
    this.#calls.delete(process)
    void process.kill()
  }

  #rest(): void {
    this.#busy -= 1
    this.#usedAt = performance.now()
  }

  // What an invocation has left behind, at its time limit for example, can take the processor for itself.
  #works(process: WorkerdProcess): boolean {
    return process.cpu() - (this.#cpu.get(process) ?? 0) >= this.#limits.hangMs / 4
  }

  // Counted by its processor time: on a busy machine a process that does its work can be silent for long.
  #isHung(process: WorkerdProcess): boolean {
    const ping = this.#ping
    return ping?.process === process && process.cpu() - ping.cpu >= this.#limits.hangMs
  }

  async #startPing(process: WorkerdProcess): Promise<void> {
    if (this.#ping?.process === process) return
    const ping = { process, cpu: process.cpu(), until: performance.now() + AMID_MS }
    this.#ping = ping
    try {
      await process.ping(FROZEN_MS)
    } catch {
      const isOver = await hasEnded(process)
      if (!isOver && this.#running === process) this.#kill(process, 'unknown', 'no answer')
    } finally {
      if (this.#ping === ping) this.#ping = undefined
    }
  }
}

function tooMany(most: number): AppError {
  return new AppError(
    'quota_exceeded',
    `More than ${most} invocations of this project run at the same time.`,
    {
      headers: { 'retry-after': '1' },
    },
  )
}
