// One process that compiles one function, seen from the server.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { NetworkEnvironment } from '#platform/config/network-environment.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import { asUser } from '#platform/workerd/workerd-user.ts'
import { type CompileResult, type CompileTask, FETCHED, READY, readResult } from './compile-task.ts'

/** CompilerProcessOptions are what a process is started with. */
export interface CompilerProcessOptions {
  /** folder belongs to the user, who may write nowhere else. */
  readonly folder: string
  readonly user: RunUser | undefined
  readonly environment: NetworkEnvironment
}

/** CompileTurns is how long a process has for what; `fetched` settles when it may compile what it has fetched. */
export interface CompileTurns {
  readonly compileMs: number
  readonly fetchMs: number
  readonly fetched: () => Promise<void>
}

const PROGRAM = fileURLToPath(new URL('compile-main.ts', import.meta.url))
const HEAP_MEGABYTES = 384
const LIMITS = { dataBytes: 768 * 1024 ** 2, cpuSeconds: 180 }
const MAX_RESULT = 32 * 1024 * 1024
const MAX_ERRORS = 2000
const MARKS = READY + FETCHED
const START_MS = 30_000
const END_MS = 500

/** CompilerProcess is a process that has been started. */
export class CompilerProcess {
  readonly folder: string
  readonly #child: ChildProcessWithoutNullStreams
  readonly #written: Buffer[] = []
  readonly #ended: Promise<number | null>
  readonly #ready = Promise.withResolvers<void>()
  readonly #fetched = Promise.withResolvers<'fetched'>()
  #size = 0
  #errors = ''
  #isAlive = true
  #isKilled = false

  constructor({ folder, user, environment }: CompilerProcessOptions) {
    this.folder = folder
    const node = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-warning=ExperimentalWarning', PROGRAM]
    // It takes on the user by itself, once it has read what the user may not.
    const [program = '', ...args] = asUser(
      undefined,
      process.execPath,
      [...node, String(user?.uid ?? 0)],
      LIMITS,
    )
    // One core is enough for each, and a group of its own lets esbuild end with it.
    const env = { ...environment, GOMAXPROCS: '1' }
    this.#child = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'pipe' })
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#errors = (this.#errors + text).slice(-MAX_ERRORS)
    })
    this.#child.stdout.on('data', (part: Buffer) => {
      this.#size += part.length
      if (this.#size > MAX_RESULT) return this.#kill()
      this.#written.push(part)
      if (this.#size - part.length < MARKS.length) this.#readMarks()
    })
    // A process that does not start takes nothing; what it ends with says why.
    this.#child.stdin.on('error', () => {})
    const { promise, resolve } = Promise.withResolvers<number | null>()
    this.#ended = promise
    this.#child.once('error', (error) => {
      this.#errors += error.message
      resolve(null)
    })
    // What it has started may hold its pipes open.
    this.#child.once('exit', () => {
      this.#isAlive = false
      this.#killGroup()
    })
    this.#child.once('close', resolve)
  }

  /** isAlive is whether it can take a task. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /**
   * run has the process do its one task; the answer is short where compiling took too much time or memory. It throws 504 where
   * fetching took too much time.
   */
  async run(
    task: Omit<CompileTask, 'folder'>,
    { compileMs, fetchMs, fetched }: CompileTurns,
  ): Promise<'too much' | CompileResult> {
    const { stdin } = this.#child
    stdin.write(`${JSON.stringify({ ...task, folder: this.folder })}\n`)
    await this.#within(START_MS, Promise.race([this.#ready.promise, this.#ended]))
    if (task.packages !== undefined) {
      const reached = await this.#within(fetchMs, Promise.race([this.#fetched.promise, this.#ended]))
      if (reached === 'late') throw tooSlow(fetchMs)
      if (reached === 'fetched') await fetched()
    }
    stdin.end('\n')
    const status = await this.#within(compileMs, this.#ended)
    const written = Buffer.concat(this.#written)
    if (status === 0) return readResult(written)
    // Before it was ready, nothing of the task had been looked at.
    const hasBegun = written.length >= READY.length
    if (hasBegun && (this.#isKilled || status === null || isOutOfMemory(this.#errors))) return 'too much'
    throw new Error(`the process that compiles ended with ${status}: ${this.#errors}`)
  }

  /** end ends the process, whatever it is doing. */
  async end(): Promise<void> {
    if (this.#isAlive) this.#kill()
    await this.#ended
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#kill()
    }, ms)
    const result = await work.finally(() => clearTimeout(timer))
    return isLate ? 'late' : result
  }

  #readMarks(): void {
    const marks = Buffer.concat(this.#written).toString('latin1', 0, MARKS.length)
    if (marks.startsWith(READY)) this.#ready.resolve()
    if (marks === MARKS) this.#fetched.resolve('fetched')
  }

  // It ends esbuild first, which would otherwise be nobody's.
  #kill(): void {
    this.#isKilled = true
    this.#child.kill('SIGTERM')
    setTimeout(() => this.#isAlive && this.#killGroup(), END_MS).unref()
  }

  #killGroup(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  }
}

function tooSlow(ms: number): AppError {
  const message = `Fetching the packages took more than ${ms / 1000} s, so that nothing was deployed. Try again shortly.`
  return new AppError('timeout', message, { headers: { 'retry-after': '10' } })
}

function isOutOfMemory(errors: string): boolean {
  return /out of memory|heap limit/i.test(errors)
}
