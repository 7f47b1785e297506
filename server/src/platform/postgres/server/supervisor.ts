// Keeps one server running: restarts it when it ends unexpectedly, with increasing delays if it keeps failing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, PostgresLog } from '#platform/postgres/directory/cluster.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import type { Binaries } from './binaries.ts'
import { clearOldServer } from './old-server.ts'
import { launchPostmaster, type Postmaster } from './postmaster.ts'
import { type Endpoint, serverArguments } from './settings.ts'
import { clearSocket } from './socket-directory.ts'

/** ServerSpec is everything that is needed to start the server. */
export interface ServerSpec {
  readonly binaries: Binaries
  readonly cluster: Cluster
  readonly endpoint: Endpoint
  readonly settings: Readonly<Record<string, string>>
  readonly log: PostgresLog
}

/** Supervision is a supervised server. */
export interface Supervision {
  stop(): Promise<void>
}

const BACKOFF_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
// After this time a server counts as recovered from earlier failures.
const STABLE_MS = 60_000

/** superviseServer resolves when the server is ready; from then on it restarts the server when it ends. */
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
      spec.log.error({}, `PostgreSQL ended unexpectedly (${how}); restarting it.`)
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
        spec.log.info({}, 'PostgreSQL is running again.')
        return failures + 1
      } catch (error) {
        if (signal.aborted) return failures
        spec.log.error({ attempt: failures + 1 }, `${reasonOf(error)} Trying again.`)
      }
    }
  }

  async function stop(): Promise<void> {
    halt.abort()
    await current.stop()
    await watching
    // A restart in progress may have replaced it.
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
