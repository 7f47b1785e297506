// Keeps one server running: when it dies it is started again, ever more slowly if it keeps failing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Cluster, PostgresLog } from './cluster.ts'
import { clearOldServer } from './old-server.ts'
import { launchPostmaster, type Postmaster } from './postmaster.ts'
import { reasonOf } from './reason.ts'
import { type Endpoint, serverArguments } from './settings.ts'
import { clearSocket } from './socket-directory.ts'

/** ServerSpec is all that a start of the server needs. */
export interface ServerSpec {
  readonly binaries: Binaries
  readonly cluster: Cluster
  readonly endpoint: Endpoint
  readonly settings: Readonly<Record<string, string>>
  readonly log: PostgresLog
}

/** Supervision is a server that is being kept running. */
export interface Supervision {
  stop(): Promise<void>
}

const BACKOFF_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
// A server that ran this long has recovered from whatever made it fail before.
const STABLE_MS = 60_000

/** superviseServer starts the server and returns when it is ready; from then on it restarts it when it dies. */
export async function superviseServer(spec: ServerSpec): Promise<Supervision> {
  const halt = new AbortController()
  const { signal } = halt
  let current = await launch(spec)
  const interrupt = () => current.interrupt()
  process.once('exit', interrupt)
  try {
    await current.ready
  } catch (error) {
    process.off('exit', interrupt)
    throw error
  }
  const watching = watch()

  async function watch(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const since = performance.now()
      const how = await current.ended
      if (signal.aborted) return
      failures = performance.now() - since > STABLE_MS ? 0 : failures
      spec.log.error({}, `PostgreSQL ended unexpectedly (${how}) and is started again.`)
      failures = await restart(failures)
    }
  }

  async function restart(before: number): Promise<number> {
    for (let failures = before; ; failures++) {
      const delay = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return failures
      try {
        current = await launch(spec, signal)
        await current.ready
        spec.log.info({}, 'PostgreSQL runs again.')
        return failures + 1
      } catch (error) {
        if (signal.aborted) return failures
        spec.log.error({ attempt: failures + 1 }, `${reasonOf(error)} It is tried again.`)
      }
    }
  }

  async function stop(): Promise<void> {
    halt.abort()
    await current.stop()
    await watching
    // A restart that was just under way may have put another in its place.
    await current.stop()
    process.off('exit', interrupt)
  }

  let stopping: Promise<void> | undefined
  return {
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

async function launch(spec: ServerSpec, signal?: AbortSignal): Promise<Postmaster> {
  const { binaries, cluster, endpoint, settings, log } = spec
  await clearOldServer(binaries, cluster, log)
  await clearSocket(endpoint)
  signal?.throwIfAborted()
  return launchPostmaster(binaries, cluster, serverArguments(cluster, endpoint, settings), log)
}
