// The servers that are measured, each a process of its own: Msingi as `npm start` runs it, and the bare handler.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findWorkerd } from '../../../server/src/platform/workerd/workerd-binary.ts'
import { PROGRAM } from '../../../server/test/program.ts'

/** POOL_SIZE is how many database connections each server has. */
export const POOL_SIZE = 8

/** Running is a server that answers. */
export interface Running {
  readonly base: string
  readonly pid: number
  /** milliseconds is how long it took from its start to its first answer. */
  readonly milliseconds: number
  /** ended says that the process has ended by itself or been stopped. */
  ended(): boolean
  /** stop asks it to end and waits until it has; a signal other than SIGTERM may be given. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** COLLECT is the signal on which a server that is measured collects its garbage. */
export const COLLECT = 'SIGUSR2'
const COLLECTOR = `data:text/javascript,process.on('${COLLECT}', () => gc())`

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

// High enough never to be met by one client, but counted for every request.
const LIMIT = '1000000000'

/** startMsingi starts the server with rate limits and request log on. */
export async function startMsingi(environment: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    MSINGI_LOG_LEVEL: 'error',
    MSINGI_POOL_SIZE: String(POOL_SIZE),
    MSINGI_KEY_LIMIT: LIMIT,
    MSINGI_CLIENT_LIMIT: LIMIT,
    MSINGI_LIVE_ADDRESS_CONNECTIONS: LIMIT,
    ...environment,
  }
  const started = performance.now()
  const collector = ['--expose-gc', '--import', COLLECTOR]
  const child = spawn(process.execPath, [...collector, PROGRAM], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return answering(child, `http://127.0.0.1:${port}`, '/healthz', started)
}

/** startBare starts the baseline on a table; `queries` are what it answers at /query/run and /graphql, by their numbers. */
export async function startBare(
  connection: object,
  table: string,
  queries: readonly string[] = [],
): Promise<Running> {
  const port = await freePort()
  const env = {
    ...process.env,
    BARE_PORT: String(port),
    BARE_DATABASE: JSON.stringify(connection),
    BARE_TABLE: table,
    BARE_QUERIES: JSON.stringify(queries),
    BARE_POOL: String(POOL_SIZE),
  }
  const started = performance.now()
  const child = fork(path('./bare.ts'), { env })
  return answering(child, `http://127.0.0.1:${port}`, '/healthz', started)
}

/** startBareFiles starts the baseline of storage: it keeps what it takes in a folder, and sends what is there. */
export async function startBareFiles(folder: string, large: number): Promise<Running> {
  const port = await freePort()
  const env = { ...process.env, BARE_PORT: String(port), BARE_FOLDER: folder, BARE_LARGE: String(large) }
  const started = performance.now()
  const child = fork(path('./storage-bare.ts'), { env })
  return answering(child, `http://127.0.0.1:${port}`, '/healthz', started)
}

/** startNode starts the least HTTP server that there can be. */
export async function startNode(): Promise<Running> {
  const port = await freePort()
  const script = `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`
  const started = performance.now()
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' })
  return answering(child, `http://127.0.0.1:${port}`, '/', started)
}

const BARE_FUNCTION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "main.js", esModule = "export default { fetch: () => new Response('hello') }")],
    compatibilityDate = "2026-04-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

/** startBareFunction starts workerd with a function that answers `hello`, and nothing around it. */
export async function startBareFunction(): Promise<Running> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'msingi-bare-function-'))
  await writeFile(join(folder, 'config.capnp'), BARE_FUNCTION)
  const args = ['serve', join(folder, 'config.capnp'), `--socket-addr=http=127.0.0.1:${port}`]
  const started = performance.now()
  const child = spawn(findWorkerd() ?? 'workerd', args, { stdio: 'inherit' })
  const running = await answering(child, `http://127.0.0.1:${port}`, '/', started)
  await rm(folder, { recursive: true })
  return running
}

const POLL_MS = 5
const PATIENCE_MS = 60_000

async function answering(
  child: ChildProcess,
  base: string,
  route: string,
  started: number,
): Promise<Running> {
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => end(child, signal)
  // Nothing is left running when the bench itself is interrupted.
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  for (;;) {
    const ok = await fetch(base + route).then(
      ({ status }) => status === 200,
      () => false,
    )
    const milliseconds = performance.now() - started
    const ended = () => child.exitCode !== null || child.signalCode !== null
    if (ok) return { base, pid: child.pid as number, milliseconds, ended, stop }
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    if (milliseconds > PATIENCE_MS) {
      await stop('SIGKILL')
      throw new Error(`${base} does not answer.`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
