// Functions with packages are bundled in a process of their own, with bounded memory and time: what packages are made of is
// read there, and never run.
import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NetworkEnvironment } from '#platform/config/network-environment.ts'
import { AppError, type ErrorCode, invalidInput } from '#platform/errors/app-error.ts'
import { asUser } from '#platform/workerd/workerd-user.ts'
import type { Bundle } from './bundle.ts'
import type { Runtime, SourceFiles } from './source-files.ts'

/** PackageTask is what the process is sent. */
export interface PackageTask {
  readonly runtime: Runtime
  readonly files: SourceFiles
  /** dependencies are those of package.json. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly registry: string
  /** folder takes the packages. */
  readonly folder: string
}

/** PackageBundle is a bundle with the package-lock.json that it was made from. */
export interface PackageBundle extends Bundle {
  readonly lock: string
}

/** PackageResult is what the process answers. */
export type PackageResult =
  | { readonly bundle: PackageBundle }
  | {
      readonly error: {
        readonly code: ErrorCode
        readonly message: string
        readonly errors: string[]
        readonly details?: unknown
        readonly headers: Record<string, string>
        /** reason is for the log of the server. */
        readonly reason?: string
      }
    }

const WORKER = fileURLToPath(new URL('package-bundle-worker.ts', import.meta.url))
const HEAP_MEGABYTES = 512
const MAX_RESULT = 64 * 1024 * 1024
const MAX_ERRORS = 2000

/** DEPLOY_MS is how long finding, fetching and bundling packages may take. */
export const DEPLOY_MS = 120_000

/**
 * bundleWithPackages installs the packages of a function and bundles it with them. The process has the given environment
 * and nothing of the server's. It throws 400 for what is wrong with the packages, and 503 where the registry cannot be
 * reached.
 */
export async function bundleWithPackages(
  task: Omit<PackageTask, 'folder'>,
  environment: NetworkEnvironment,
  ms = DEPLOY_MS,
): Promise<PackageBundle> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'msingi-packages-'))
  try {
    const result = await run({ ...task, folder }, environment, ms)
    if ('bundle' in result) return result.bundle
    const { code, message, reason, ...extras } = result.error
    throw new AppError(code, message, { ...extras, cause: reason })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(task: PackageTask, env: NetworkEnvironment, ms: number): Promise<PackageResult> {
  const node = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-warning=ExperimentalWarning', WORKER]
  const [program = '', ...args] = asUser(undefined, process.execPath, node)
  const child = spawn(program, args, { cwd: task.folder, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const { promise, resolve, reject } = Promise.withResolvers<PackageResult>()
  const parts: Buffer[] = []
  let size = 0
  let said = ''
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, ms)
  child.stderr.on('data', (text: Buffer) => (said = (said + text).slice(-MAX_ERRORS)))
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    if (size > MAX_RESULT) child.kill('SIGKILL')
    else parts.push(part)
  })
  child.once('error', reject)
  child.once('close', (status) => {
    clearTimeout(timer)
    if (status === 0) resolve(JSON.parse(Buffer.concat(parts).toString()) as PackageResult)
    else reject(late || isOutOfMemory(said) ? tooMuch() : new Error(`bundling ended with ${status}: ${said}`))
  })
  // A process that does not start takes nothing; what it ends with says why.
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(task))
  return promise
}

function isOutOfMemory(said: string): boolean {
  return /out of memory|heap limit/i.test(said)
}

function tooMuch(): Error {
  return invalidInput('The packages take too much time or memory to bundle. Use fewer or smaller ones.')
}
