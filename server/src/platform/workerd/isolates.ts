// Which isolate of a process runs which worker. Where one has used up its heap, V8 writes no more of it than its address. So
// each names itself when it starts, before any code of its worker: a line that only the server can have made, and then a
// collection of garbage, of which V8 writes a line with the address. Code can read that line afterwards: it counts once.
import { randomBytes } from 'node:crypto'
import type { WorkerCode } from './runtime-host.ts'

/** ISOLATE_FLAGS are the flags of V8 that this takes. Only whole collections are written about. */
export const ISOLATE_FLAGS = ['--expose-gc', '--trace-gc', '--trace-gc-ignore-scavenger']

const ENTRY = 'msingi-isolate.js'
const NAMING = 'msingi-naming.js'
// As long as the two lines can be that name an isolate.
const LINES = 512
const LAST_COLLECTIONS = '<--- Last few GCs --->'

/** Isolates knows those of one process. */
export class Isolates {
  readonly #secret = randomSecret()
  // By the secret of each, those that have not named themselves yet.
  readonly #unnamed = new Map<string, string>()
  readonly #byAddress = new Map<string, string>()
  #written = ''

  /** naming returns the code of a worker behind code that names its isolate. */
  naming(worker: string, { modules, mainModule, ...code }: WorkerCode): WorkerCode {
    const own = randomSecret()
    this.#unnamed.set(own, worker)
    const naming = `const { gc } = globalThis; globalThis.gc = undefined; console.log('${this.#secret} ${own}'); gc()`
    const entry = `import './${NAMING}'\nexport { default } from './${mainModule}'`
    return { ...code, mainModule: ENTRY, modules: { ...modules, [NAMING]: naming, [ENTRY]: entry } }
  }

  /** read takes what the process has written to its standard output. */
  read(text: string): void {
    const written = this.#written + text
    for (let at = written.indexOf(this.#secret); at >= 0; at = written.indexOf(this.#secret, at + 1)) {
      const lines = written.slice(at + this.#secret.length, at + LINES)
      const own = lines.slice(1, 1 + this.#secret.length)
      const worker = this.#unnamed.get(own)
      const [, second, end] = lines.split('\n', 3)
      // The rest is still to come.
      if (worker === undefined || (end === undefined && at + LINES > written.length)) continue
      this.#unnamed.delete(own)
      const address = /^\[\d{1,9}:(0x[0-9a-f]{1,16})\]/.exec(second ?? '')?.[1]
      if (address !== undefined) this.#byAddress.set(address, worker)
    }
    this.#written = written.slice(-LINES)
  }

  /** outOfHeap returns the worker that has used up its heap, from what the process has written to its standard error. */
  outOfHeap(errors: string): string | undefined {
    const at = errors.lastIndexOf(LAST_COLLECTIONS)
    const address = at < 0 ? undefined : /\[\d{1,9}:(0x[0-9a-f]{1,16})\]/.exec(errors.slice(at))?.[1]
    return address === undefined ? undefined : this.#byAddress.get(address)
  }
}

function randomSecret(): string {
  return randomBytes(16).toString('hex')
}
