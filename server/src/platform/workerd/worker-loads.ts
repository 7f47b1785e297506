// The code that a process has received: each worker's is sent once, before its first invocation, whoever waits for it.
import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { AppError } from '#platform/errors/app-error.ts'
import type { Isolates } from './isolates.ts'
import type { WorkerCode } from './runtime-host.ts'
import { Unreached } from './unreached.ts'

const LOAD_MS = 10_000

/** WorkerLoads sends code to one process. */
export class WorkerLoads {
  readonly #to: { readonly socketPath: string; readonly agent: Agent }
  readonly #isolates: Isolates
  readonly #read: (worker: string) => Promise<WorkerCode | undefined>
  readonly #loads = new Map<string, Promise<void>>()

  constructor(
    to: { readonly socketPath: string; readonly agent: Agent },
    isolates: Isolates,
    read: (worker: string) => Promise<WorkerCode | undefined>,
  ) {
    this.#to = to
    this.#isolates = isolates
    this.#read = read
  }

  /** size is how many workers have code in the process. */
  get size(): number {
    return this.#loads.size
  }

  /**
   * load settles when the process has the code of a worker. Where that fails, the next invocation tries again.
   * It throws Unreached where the process has ended or does not answer.
   */
  load(worker: string): Promise<void> {
    const known = this.#loads.get(worker)
    if (known !== undefined) return known
    const loading = this.#send(worker).catch((error) => {
      this.#loads.delete(worker)
      throw error
    })
    this.#loads.set(worker, loading)
    return loading
  }

  async #send(worker: string): Promise<void> {
    const code = await this.#read(worker)
    if (code === undefined) throw changed()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = (cause: unknown) => reject(new Unreached('the process took no code', { cause }))
    const signal = AbortSignal.timeout(LOAD_MS)
    const outgoing = request({ ...this.#to, method: 'POST', signal, headers: { 'x-msingi-fn-load': worker } })
    outgoing.once('error', fail)
    outgoing.once('response', (response) => {
      if (response.statusCode === 204) response.resume().once('end', resolve).once('error', fail)
      else text(response).then(fail, fail)
    })
    outgoing.end(JSON.stringify(this.#isolates.naming(worker, code)))
    await promise
  }
}

function changed(): AppError {
  return new AppError('unavailable', 'The function has just been changed. Try again.', {
    headers: { 'retry-after': '1' },
  })
}
