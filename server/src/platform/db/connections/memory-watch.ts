// A bound on the memory of one statement. PostgreSQL has none: an aggregate may gather rows until the machine is full,
// and then the kernel ends the whole server. Where the server runs on this machine (the embedded one does) and the
// system is Linux, the memory of its process is looked at while the statement runs; elsewhere this does nothing.
import { readFile } from 'node:fs/promises'
import { AppError } from '#platform/errors/app-error.ts'
import type { DataConnection } from './data-connection.ts'

const INTERVAL_MS = 25
// Code of a project can catch a cancellation; what is still there so many looks later ends with its process.
const PATIENCE = 20
const PAGE = 4096

/** OWN_MEMORY is how many bytes a process may take for itself while it runs code of a project. */
export const OWN_MEMORY = 512 * 1024 * 1024

/** StopProcess is how a process of the server is stopped: what it runs, or the process itself. */
export interface StopProcess {
  /** use is called when work of a project begins that may have to be stopped, and returns what is called when it has ended. */
  readonly use: () => () => void
  readonly cancel: (pid: number) => Promise<unknown>
  readonly terminate: (pid: number) => Promise<unknown>
}

/** MemoryBound says how much memory a statement's process may take for itself, and how it is stopped. */
export interface MemoryBound {
  readonly bytes: number
  /** role is who the connection has logged in as: its name in the process's title proves that the process is the one. */
  readonly role: string
  readonly stop: StopProcess
}

/** boundMemory does the work on a connection, and cancels it as soon as its process has more memory than it may. */
export async function boundMemory<T>(
  connection: Pick<DataConnection, 'pid' | 'end'>,
  { bytes, role, stop }: MemoryBound,
  work: () => Promise<T>,
): Promise<T> {
  const { pid } = connection
  const over = stop.use()
  let ended = false
  let looks = 0
  let proven = false
  const look = async () => {
    // As long as the connection is alive the number is its process's: one look at the title is enough.
    proven ||= (await titleOf(pid)).includes(role)
    if (!proven || (await privateMemory(pid)) <= bytes || ended) return
    looks += 1
    if (looks === 1) await stop.cancel(pid)
    if (looks === PATIENCE) await stop.terminate(pid)
  }
  const timer = setInterval(() => look().catch(() => {}), INTERVAL_MS)
  timer.unref()
  try {
    return await work()
  } catch (error) {
    if (looks === 0) throw error
    throw new AppError('invalid_input', 'The query needs more memory than it may use.')
  } finally {
    over()
    clearInterval(timer)
    // The cancellation may still be on its way, and must not meet the next statement.
    if (looks > 0) await connection.end()
    ended = true
  }
}

function titleOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8')
}

async function privateMemory(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8')
  const [, resident = 0, shared = 0] = pages.split(' ').map(Number)
  return (resident - shared) * PAGE
}
