// How the program stops when it is told to: it lets clients go elsewhere, then finishes what runs, within a bound.
import type { EventEmitter } from 'node:events'
import type { Log } from '#platform/log/log.ts'
import { exit } from './exit.ts'

/** STOP_MS is how long it may take to stop a server that has started, once it has drained, in milliseconds. */
export const STOP_MS = 30_000

/** Stoppable is a server that runs. */
export interface Stoppable {
  /** drain settles when the time in which clients can go elsewhere is over. */
  drain(): Promise<void>
  /** cutShort ends that time. */
  cutShort(): void
  stop(): Promise<void>
}

/** StopOptions is what is stopped; `signals` and `end` are those of the process. */
export interface StopOptions {
  readonly log: Log
  readonly started: Promise<Stoppable>
  readonly signals?: EventEmitter
  readonly end?: (code: number) => void
}

/**
 * stopOnSignal ends the program on SIGTERM, or at once on SIGINT, which a person sends: with 0 once it has stopped, with 1 where
 * it cannot, or not within STOP_MS. A SIGINT also cuts draining short; a second SIGTERM does not, for npm and systemd may both send one. Who is told to stop amid its start stops once it has
 * started, however long that takes: half a start would leave its database running, or a migration half way.
 */
export function stopOnSignal({ log, started, signals = process, end = exit }: StopOptions): void {
  let isStopping = false
  let isHurried = false
  const handle = (signal: NodeJS.Signals) => {
    isHurried ||= signal === 'SIGINT'
    if (isHurried) void started.then(({ cutShort }) => cutShort()).catch(() => {})
    if (isStopping) return
    isStopping = true
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
    const { drain, stop } = await started
    if (!isHurried) await drain()
    setTimeout(() => {
      log.error('could not stop in time')
      end(1)
    }, STOP_MS).unref()
    await stop()
  }
  signals.on('SIGTERM', handle)
  signals.on('SIGINT', handle)
}
