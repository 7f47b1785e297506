// One run of the server: starts it, waits until it is ready, reports its end, and stops it.
import { execFileSync, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, PostgresLog } from '#platform/postgres/directory/cluster.ts'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import { readPidFile } from '#platform/postgres/processes/pid-file.ts'
import type { Binaries } from './binaries.ts'
import { followServerLog } from './server-log.ts'

/** Postmaster is the first process of a server, a child of this process. */
export interface Postmaster {
  /** Resolves when the server accepts connections; rejects with the reason if it ends before. */
  readonly ready: Promise<void>
  /** Resolves with how it ended. */
  readonly ended: Promise<string>
  /** Disconnects all clients, shuts down and waits for the end. */
  stop(): Promise<void>
  /** Requests a fast shutdown without waiting, for the exit of this process. */
  interrupt(): void
}

/** StopSignal is a fast shutdown, an immediate one without a checkpoint, or SIGKILL. */
export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

const FAST_MS = 30_000
const IMMEDIATE_MS = 10_000
const POLL_MS = 10
const REMIND_MS = 15_000

/** launchPostmaster starts the server with a command line. */
export function launchPostmaster(
  binaries: Binaries,
  cluster: Cluster,
  args: readonly string[],
  log: PostgresLog,
): Postmaster {
  const child = spawn(binaries.postgres, args, {
    uid: cluster.runAs?.uid,
    gid: cluster.runAs?.gid,
    cwd: cluster.directory,
    // An empty environment: PG* variables and LD_LIBRARY_PATH would change the server's behaviour.
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a process group of its own it does not get Ctrl-C of the terminal, so that requests can be finished.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const output = followServerLog(child.stderr, log)
  let over = false
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      over = true
      resolve(how)
    }
    child.once('error', (error) => end(`it could not be run: ${error.message}`))
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal))
  })

  const send = (signal: StopSignal) => {
    if (!over && child.pid !== undefined) signalServer(binaries, child.pid, signal)
  }

  // If the program ends without stop(), the server is interrupted at exit.
  function letGo(): void {
    child.unref()
    ;(child.stderr as Socket).unref()
  }

  async function untilReady(): Promise<void> {
    let reminded = performance.now()
    while (!over) {
      const file = readPidFile(cluster.directory)
      if (file?.ready && file.pid === child.pid) return letGo()
      await sleep(POLL_MS)
      if (performance.now() - reminded < REMIND_MS) continue
      reminded = performance.now()
      log.info({}, 'PostgreSQL is still starting; after a crash it first replays its write-ahead log.')
    }
    throw new EmbeddedPostgresError(`PostgreSQL did not start: ${(await output.reason()) || (await ended)}.`)
  }

  async function stop(): Promise<void> {
    child.ref()
    send('SIGINT')
    if (await endsWithin(ended, FAST_MS)) return
    log.warn(
      {},
      `PostgreSQL did not stop within ${FAST_MS / 1000} s and is now stopped without a checkpoint.`,
    )
    send('SIGQUIT')
    if (await endsWithin(ended, IMMEDIATE_MS)) return
    send('SIGKILL')
    await ended
  }

  const ready = untilReady()
  ready.catch(() => undefined)
  return { ready, ended, stop, interrupt: () => send('SIGINT') }
}

/** signalServer sends a signal to a server; on Windows it uses pg_ctl. */
export function signalServer(binaries: Binaries, pid: number, signal: StopSignal): void {
  try {
    if (process.platform !== 'win32' || signal === 'SIGKILL') process.kill(pid, signal)
    else execFileSync(binaries.pgCtl, ['kill', signal.slice('SIG'.length), String(pid)], { stdio: 'ignore' })
  } catch {
    // It is already gone.
  }
}

async function endsWithin(ended: Promise<string>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const over = await Promise.race([ended.then(() => true), timeout])
  timer.abort()
  return over
}
