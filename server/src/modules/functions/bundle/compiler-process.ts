// One process that compiles one function, seen from the server.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { NetworkEnvironment } from '#platform/config/network-environment.ts'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import { asUser } from '#platform/workerd/workerd-user.ts'
import { type CompileResult, type CompileTask, READY, readResult } from './compile-task.ts'

/** CompilerProcessOptions are what a process is started with. */
export interface CompilerProcessOptions {
  /** folder belongs to the user, who may write nowhere else. */
  readonly folder: string
  readonly user: RunUser | undefined
  readonly environment: NetworkEnvironment
}

const PROGRAM = fileURLToPath(new URL('compile-main.ts', import.meta.url))
const HEAP_MEGABYTES = 384
const LIMITS = { dataBytes: 1024 ** 3, cpuSeconds: 180 }
const MAX_RESULT = 32 * 1024 * 1024
const MAX_ERRORS = 2000
const START_MS = 30_000
const END_MS = 500

/** CompilerProcess is a process that has been started. */
export class CompilerProcess {
  readonly folder: string
  readonly #child: ChildProcessWithoutNullStreams
  readonly #written: Buffer[] = []
  readonly #ended: Promise<number | null>
  readonly #ready: Promise<unknown>
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
      if (this.#size > MAX_RESULT) this.#kill()
      else this.#written.push(part)
    })
    this.#ready = once(this.#child.stdout, 'data')
    // Whoever waits for it hears of its end elsewhere.
    this.#ready.catch(() => {})
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
   * run has the process do its one task, for which it has so many milliseconds once it is ready; the answer is short where that
   * took too much time or memory.
   */
  async run(task: Omit<CompileTask, 'folder'>, ms: number): Promise<'too much' | CompileResult> {
    this.#child.stdin.end(JSON.stringify({ ...task, folder: this.folder }))
    await this.#within(START_MS, Promise.race([this.#ready, this.#ended]))
    const status = await this.#within(ms, this.#ended)
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

  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#kill(), ms)
    return work.finally(() => clearTimeout(timer))
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

function isOutOfMemory(errors: string): boolean {
  return /out of memory|heap limit/i.test(errors)
}
