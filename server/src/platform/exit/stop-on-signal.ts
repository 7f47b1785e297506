// How the program stops when it is told to: it finishes what runs, within a bound.
import type { EventEmitter } from 'node:events'
import type { Log } from '#platform/log/log.ts'
import { exit } from './exit.ts'

/** STOP_MS is how long it may take to stop a server that has started, in milliseconds. */
export const STOP_MS = 30_000

/** StopOptions is what is stopped; `signals` and `end` are those of the process. */
export interface StopOptions {
  readonly log: Log
  /** started resolves with what stops the server. */
  readonly started: Promise<() => Promise<void>>
  readonly signals?: EventEmitter
  readonly end?: (code: number) => void
}

/**
 * stopOnSignal ends the program on SIGTERM or SIGINT: with 0 once it has stopped, with 1 where it cannot, or not within STOP_MS.
 * Who is told to stop amid its start stops once it has started, however long that takes: half a start would leave its database
 * running, or a migration half way.
 */
export function stopOnSignal({ log, started, signals = process, end = exit }: StopOptions): void {
  let stopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing requests, then stopping`)
    stopWhenStarted().then(
      () => end(0),
      (error) => {
        log.error({ err: error }, 'could not stop cleanly')
        end(1)
      },
    )
  }
  const stopWhenStarted = async () => {
    const stop = await started
    setTimeout(() => {
      log.error('could not stop in time')
      end(1)
    }, STOP_MS).unref()
    await stop()
  }
  signals.on('SIGTERM', handle)
  signals.on('SIGINT', handle)
}
