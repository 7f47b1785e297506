// Where processes run: the directory below which each has its own, the configuration that all share, and workerd itself; or why
// this machine can run none.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#platform/errors/app-error.ts'
import type { Log } from '#platform/log/log.ts'
import { makeHome } from './home.ts'
import { configFiles } from './worker-config.ts'
import { binaryFor, findWorkerd, whyNotRunnable } from './workerd-binary.ts'
import { givesWay, isConfined, workerdUser } from './workerd-user.ts'

/** RuntimeHomeOptions are what it is made with. */
export interface RuntimeHomeOptions {
  readonly log: Log
  readonly internalNetworks: readonly string[]
  /** binary is the path of workerd; by default that of the npm package. */
  readonly binary?: string | undefined
}

interface Opened {
  readonly directory: string
  readonly binary: string
}

const PREFIX = 'msingi-functions-'
const HEAP_MEGABYTES = 128

/** RuntimeHome is made when the first process needs it. */
export class RuntimeHome {
  readonly #options: RuntimeHomeOptions
  readonly #binary: string | undefined
  #opened: Promise<Opened> | undefined
  #unable: string | undefined

  constructor(options: RuntimeHomeOptions) {
    this.#options = options
    this.#binary = options.binary ?? findWorkerd()
    if (this.#binary === undefined) this.#unable = 'workerd is not installed for this platform'
  }

  /** available is whether this machine can run functions at all, as far as it is known. */
  get available(): boolean {
    return this.#unable === undefined
  }

  /** check finds out whether this machine can run functions. Where it cannot, the log and each invocation say why. */
  async check(): Promise<void> {
    if (this.#binary !== undefined) this.#unable = await whyNotRunnable(this.#binary)
    if (this.#unable !== undefined)
      this.#options.log.error({ reason: this.#unable }, 'functions cannot run on this machine')
  }

  /** open returns it, or throws 503 where the machine can run no functions. */
  open(): Promise<Opened> {
    this.#opened ??= this.#prepare().catch((error) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** close removes its directory. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    if (opened !== undefined) await rm(opened.directory, { recursive: true, force: true })
  }

  async #prepare(): Promise<Opened> {
    if (this.#binary === undefined || this.#unable !== undefined) throw unable(this.#unable)
    const directory = await makeHome(PREFIX)
    const { internalNetworks, log } = this.#options
    const files = configFiles({ internalNetworks, heapMegabytes: HEAP_MEGABYTES })
    for (const [name, text] of Object.entries(files))
      await writeFile(join(directory, name), text, { mode: 0o644 })
    if (!isConfined())
      log.warn(
        'functions run as the user of this server: start it as root to give each project a user of its own',
      )
    if (!givesWay())
      log.warn(
        'functions have the priority of this server, and slow it down where they are busy: nice(1) is missing',
      )
    return { directory, binary: await binaryFor(this.#binary, workerdUser(0), directory) }
  }
}

// Trying again does not help.
function unable(reason: string | undefined): AppError {
  return new AppError(
    'unavailable',
    `Functions cannot run on this machine: ${reason}. Everything else works.`,
  )
}
