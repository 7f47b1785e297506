// One workerd process: its directory, sockets and life. It is the boundary around the functions of one project: workerd
// itself enforces neither memory nor processor time.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { Agent, get, type Server } from 'node:http'
import { join } from 'node:path'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import { openControl } from './control-server.ts'
import { CostMeter, type MeteredInvocation } from './invocation-cost.ts'
import { Isolates } from './isolates.ts'
import { openProcessFigures, type ProcessFigures } from './process-figures.ts'
import { readOutput } from './process-output.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { WorkerLoads } from './worker-loads.ts'
import { asUser } from './workerd-user.ts'

/** ProcessOptions are what a process is started with. */
export interface ProcessOptions {
  readonly projectId: string
  readonly host: RuntimeHost
  /** binary is the path of workerd, config that of its configuration. */
  readonly binary: string
  readonly config: string
  /** directory is made for the process, and removed with it. */
  readonly directory: string
  readonly user: RunUser | undefined
}

const START_MS = 10_000
// V8's last words stand before a long stack.
const MAX_ERRORS = 16_000
const MAX_SOCKETS = 256
// How long a process may take to end once its connections are gone: it writes down why.
const ENDING_MS = 5000
// workerd closes a connection that was not used for 15 s: the server must be first, or a request meets a closed one.
const UNUSED_MS = 10_000

/** REST_HEADER asks a process, and each function in it, to answer once nothing goes on. */
export const REST_HEADER = 'x-msingi-fn-rest'

/** ProcessEnd is the reason of an end as far as workerd has said one; `worker` is the one that has used up its heap. */
export interface ProcessEnd {
  readonly reason: string
  readonly worker?: string | undefined
}

/** OUT_OF_MEMORY is the reason where a heap was used up. */
export const OUT_OF_MEMORY = 'out of memory'

/** WorkerdProcess is a running process. */
export interface WorkerdProcess extends Pick<ProcessFigures, 'memory' | 'cpu'> {
  /** socket is the path that takes invocations. */
  readonly socket: string
  readonly agent: Agent
  /** ended settles when the process is gone. */
  readonly ended: Promise<ProcessEnd>
  /** load settles when the process has the code of a worker; `loads` counts them: workerd never lets one go. */
  load(worker: string): Promise<void>
  loads(): number
  /** meter begins to measure an invocation. */
  meter(): MeteredInvocation
  /** ping settles when the event loop of the process answers, or rejects after the time. */
  ping(ms: number): Promise<void>
  /** rest reports whether functions have come to the end of what they go on with after their answers, within a time. */
  rest(ms: number): Promise<boolean>
  /** kill ends the process at once, and everything that it is doing. */
  kill(): Promise<void>
}

/** startWorkerd starts a process, and settles when it takes invocations. */
export async function startWorkerd(options: ProcessOptions): Promise<WorkerdProcess> {
  const { directory, user, binary, config } = options
  await mkdir(directory, { mode: 0o700 })
  if (user !== undefined) await chown(directory, user.uid, user.gid)
  const socket = join(directory, 'http')
  const controlPath = join(directory, 'control')
  const control = await openControl({ ...options, path: controlPath })
  // Reached by its owner alone, also where the socket was made before its directory was handed over.
  await chmod(controlPath, 0o600)
  const args = ['serve', '--experimental', config, `--socket-addr=http=unix:${socket}`]
  const line = asUser(user, binary, [
    ...args,
    `--external-addr=control=unix:${controlPath}`,
    '--control-fd=3',
  ])
  const child = spawn(line[0] as string, line.slice(1), {
    cwd: directory,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, timeout: UNUSED_MS })
  const figures = openProcessFigures(child.pid)
  const isolates = new Isolates()
  readOutput(child.stdout, (text) => isolates.read(text))
  const ended = endOf(child, isolates).finally(() => {
    figures.close()
    return cleanUp(directory, control, agent)
  })
  try {
    await readyOf(child, ended)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const loads = new WorkerLoads({ socketPath: socket, agent }, isolates, (worker) =>
    options.host.code(options.projectId, worker),
  )
  const meter = new CostMeter(figures)
  return {
    socket,
    agent,
    ended,
    load: (worker) => loads.load(worker),
    loads: () => loads.size,
    memory: figures.memory,
    cpu: figures.cpu,
    meter: () => meter.begin(),
    ping: (ms) => ping(socket, ms),
    rest: (ms) =>
      ping(socket, ms, { [REST_HEADER]: '1' }).then(
        () => true,
        () => false,
      ),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** hasEnded reports whether a process that has broken off an answer has ended: it does within moments, unless it answers others. */
export async function hasEnded(process: WorkerdProcess): Promise<boolean> {
  const lives = Promise.withResolvers<false>()
  const timer = setTimeout(() => lives.resolve(false), ENDING_MS)
  process.ping(ENDING_MS).then(
    () => lives.resolve(false),
    () => {},
  )
  return Promise.race([process.ended.then(() => true), lives.promise]).finally(() => clearTimeout(timer))
}

// What it prints is kept from its end: it says why a process ended, and functions can make it print without end.
function endOf(child: ChildProcess, isolates: Isolates): Promise<ProcessEnd> {
  let errors = ''
  readOutput(child.stderr, (text) => {
    errors = (errors + text).slice(-MAX_ERRORS)
  })
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>()
  child.once('error', (error) => resolve({ reason: error.message }))
  child.once('close', (code, signal) =>
    resolve(
      /Reached heap limit|out of memory/i.test(errors)
        ? { reason: OUT_OF_MEMORY, worker: isolates.outOfHeap(errors) }
        : { reason: signal ?? `status ${code}: ${errors.slice(-500)}` },
    ),
  )
  return promise
}

async function readyOf(child: ChildProcess, ended: Promise<ProcessEnd>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('workerd did not start in time')), START_MS)
  child.stdio[3]?.once('data', () => resolve())
  ended.then(({ reason }) => reject(new Error(`workerd ended at its start: ${reason}`)))
  await promise.finally(() => clearTimeout(timer))
}

async function cleanUp(directory: string, control: Server, agent: Agent): Promise<void> {
  agent.destroy()
  control.closeAllConnections()
  control.close()
  await rm(directory, { recursive: true, force: true })
}

function ping(socketPath: string, ms: number, headers: Record<string, string> = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = get({ socketPath, agent: false, timeout: ms, headers }, (response) => {
    response.resume().once('end', resolve).once('error', reject)
  })
  request.once('error', reject)
  const timer = setTimeout(() => request.destroy(new Error('no answer')), ms)
  return promise.finally(() => clearTimeout(timer))
}
