// Compiles functions, each in a process of its own: without rights, with bounded memory and time, and never used twice. The
// next process is started beforehand, so that nobody waits for that while functions are being deployed.
import { randomInt } from 'node:crypto'
import { chown, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { NetworkEnvironment } from '#platform/config/network-environment.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { makeHome } from '#platform/workerd/home.ts'
import { binaryFor } from '#platform/workerd/workerd-binary.ts'
import { compilerUser } from '#platform/workerd/workerd-user.ts'
import type { Compiled, CompileTask } from './compile-task.ts'
import { CompilerProcess } from './compiler-process.ts'

/** CompilerOptions are what all processes share. */
export interface CompilerOptions {
  /** environment is all that the processes have of the server's. */
  readonly environment: NetworkEnvironment
  /** idleMs is how long a process is kept ready for the next function. */
  readonly idleMs?: number
  /** compileMs and fetchMs are how long compiling may take, and fetching packages before that. */
  readonly compileMs?: number
  readonly fetchMs?: number
}

interface Home {
  readonly directory: string
  /** environment says where compiled code of the server is kept, and where esbuild is. */
  readonly environment: Readonly<Record<string, string>>
}

const PREFIX = 'msingi-compile-'
const IDLE_MS = 300_000
// Of time that passes: on a busy machine it gets a tenth of a processor.
const COMPILE_MS = 30_000
const WITH_PACKAGES_MS = 60_000
const FETCH_MS = 120_000

/** Compiler compiles functions of all projects; who may when is decided before. */
export class Compiler {
  readonly #options: CompilerOptions
  readonly #firstUser = randomInt(1000)
  readonly #running = new Set<CompilerProcess>()
  #home: Promise<Home> | undefined
  #spare: Promise<CompilerProcess> | undefined
  #timer: NodeJS.Timeout | undefined
  #started = 0
  #closed = false

  constructor(options: CompilerOptions) {
    this.#options = options
  }

  /**
   * compile bundles a function, with the packages that it names: once these are there it waits for `fetched`. It throws 400 for
   * what is wrong with the code or takes too much, 503 where the registry of packages fails, and 504 where that is too slow.
   */
  async compile(
    task: Omit<CompileTask, 'folder'>,
    fetched: () => Promise<void> = async () => {},
  ): Promise<Compiled> {
    const process = await this.#take()
    this.prepare()
    try {
      const usual = task.packages === undefined ? COMPILE_MS : WITH_PACKAGES_MS
      const { compileMs = usual, fetchMs = FETCH_MS } = this.#options
      const answer = await process.run(task, { compileMs, fetchMs, fetched })
      if (answer === 'too much') throw this.#closed ? stopping() : tooMuch()
      const { head, code, places } = answer
      if ('tooMuch' in head) throw tooMuch()
      if ('lock' in head) return { code, places, lock: head.lock }
      const { code: outcome, message, reason, ...extras } = head.error
      throw new AppError(outcome, message, { ...extras, cause: reason })
    } finally {
      await this.#end(process)
    }
  }

  /** prepare has a process ready for the next function, for some minutes. */
  prepare(): void {
    if (this.#closed) return
    const spare = this.#spare ?? this.#start()
    this.#spare = spare
    // One that cannot be started is tried again by the next function.
    spare.catch(() => {
      if (this.#spare === spare) this.#spare = undefined
    })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#spare === spare) this.#spare = undefined
      void spare.then((process) => this.#end(process)).catch(() => {})
    }, this.#options.idleMs ?? IDLE_MS).unref()
  }

  /** close ends all processes and removes what they have left. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#spare?.catch(() => undefined)
    await Promise.all([...this.#running].map((process) => this.#end(process)))
    const home = await this.#home?.catch(() => undefined)
    if (home !== undefined) await rm(home.directory, { recursive: true, force: true })
  }

  async #take(): Promise<CompilerProcess> {
    clearTimeout(this.#timer)
    const waiting = this.#spare
    this.#spare = undefined
    const spare = await waiting?.catch(() => undefined)
    if (spare === undefined) return this.#start()
    if (spare.isAlive) return spare
    await this.#end(spare)
    return this.#start()
  }

  async #start(): Promise<CompilerProcess> {
    if (this.#closed) throw stopping()
    this.#home ??= openHome().catch((error) => {
      this.#home = undefined
      throw error
    })
    const home = await this.#home
    this.#started += 1
    const user = compilerUser(this.#firstUser + this.#started)
    const folder = join(home.directory, String(this.#started))
    await mkdir(folder, { mode: 0o700 })
    if (user !== undefined) await chown(folder, user.uid, user.gid)
    if (this.#closed) throw stopping()
    const process = new CompilerProcess({
      folder,
      user,
      environment: { ...this.#options.environment, ...home.environment },
    })
    this.#running.add(process)
    return process
  }

  async #end(process: CompilerProcess): Promise<void> {
    await process.end()
    await rm(process.folder, { recursive: true, force: true })
    this.#running.delete(process)
  }
}

async function openHome(): Promise<Home> {
  const directory = await makeHome(PREFIX)
  // Written and read before a process gives up its rights; it halves the time that one takes to start.
  const cache = { NODE_COMPILE_CACHE: join(directory, 'cache') }
  const user = compilerUser(0)
  if (user === undefined) return { directory, environment: cache }
  const esbuild = await binaryFor(findEsbuild(), user, directory)
  return { directory, environment: { ...cache, ESBUILD_BINARY_PATH: esbuild } }
}

function findEsbuild(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('esbuild'))
  return resolve(`@esbuild/${process.platform}-${process.arch}/bin/esbuild`)
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

function tooMuch(): AppError {
  return invalidInput(
    'The code is nested too deeply, or takes too much time or memory to compile. Make it simpler, or use fewer or smaller packages.',
  )
}
