// A real NATS server for tests: as the system has installed it, or as NATS_SERVER_PATH says.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithTests } from './child-process.ts'
import { freePort } from './free-port.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
const named = process.env.NATS_SERVER_PATH
if (named !== undefined && !existsSync(named))
  throw new Error(`NATS_SERVER_PATH says ${named}, where there is nothing.`)
const program = named ?? folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))

/** NO_NATS is why tests with several nodes are skipped, or undefined where there is a server. */
export const NO_NATS =
  program === undefined ? 'no nats-server on this machine: install it, or set NATS_SERVER_PATH' : undefined
if (NO_NATS !== undefined) console.log(`skipped: ${NO_NATS}`)

/** TestNats is a server that can be killed and started again. */
export interface TestNats {
  readonly url: string
  start(): Promise<void>
  /** kill ends it as the kernel would, without a word. */
  kill(): Promise<void>
  /** stop ends it for good. */
  stop(): Promise<void>
}

/** startNats starts a server with JetStream. */
export async function startNats(): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-nats-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(String(program), ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], {
      stdio: 'ignore',
    })
    endWithTests(child, 'SIGKILL')
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('nats-server did not start')
      await sleep(20)
    }
  }
  const kill = async () => {
    const ending = child
    child = undefined
    if (ending === undefined) return
    const exited = once(ending, 'exit')
    ending.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill,
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })
}
