// Which npm registry this machine uses, where no setting says so: what npm itself is configured with.
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '#platform/errors/app-error.ts'

const NPM_MS = 30_000

/** RegistryAddress finds the address once. */
export class RegistryAddress {
  readonly #configured: string | undefined
  #found: Promise<string> | undefined

  constructor(configured: string | undefined) {
    this.#configured = configured
  }

  /** get returns the address, with a slash at its end, or throws 503 where npm is not there to be asked. */
  async get(): Promise<string> {
    this.#found ??= (this.#configured === undefined ? askNpm() : Promise.resolve(this.#configured)).catch(
      (cause) => {
        this.#found = undefined
        throw new AppError('unavailable', UNKNOWN, { cause, headers: { 'retry-after': '60' } })
      },
    )
    const address = await this.#found
    return address.endsWith('/') ? address : `${address}/`
  }
}

const UNKNOWN =
  'Functions cannot use packages here: set MSINGI_NPM_REGISTRY, since npm cannot be asked for its registry.'

async function askNpm(): Promise<string> {
  const options = { cwd: tmpdir(), timeout: NPM_MS }
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], options)
  const address = stdout.trim()
  if (!URL.canParse(address)) throw new Error(`npm config get registry returned ${address.slice(0, 100)}`)
  return address
}
