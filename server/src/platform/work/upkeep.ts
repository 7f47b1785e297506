// Upkeep: what modules do now and then on every node, whether or not anybody asks.
import type { Log } from '#platform/log/log.ts'

/** Upkeep is one such task. */
export interface Upkeep {
  /** what completes the sentence "could not …" of the log. */
  readonly what: string
  /** everyMs is how long after the beginning of a run the next one is due, in milliseconds. */
  readonly everyMs: number
  /** atStart has it run when the server starts too, which does not wait for it. */
  readonly atStart?: boolean
  /** run does it. The signal says that the server stops, and waits for it. */
  run(stopping: AbortSignal): Promise<void>
}

/** RunningUpkeep is the upkeep of all modules. */
export interface RunningUpkeep {
  /** run does the upkeep of one module now; it throws what a task throws. */
  run(module: string): Promise<void>
  /** close begins nothing more, and waits for what runs. */
  close(): Promise<void>
}

/** startUpkeep begins. A task never runs twice at once on a node: what takes longer than its time misses a turn. */
export function startUpkeep(
  modules: readonly { readonly name: string; readonly upkeep?: readonly Upkeep[] }[],
  log: Log,
): RunningUpkeep {
  const stopping = new AbortController()
  const turns = modules.flatMap(({ name, upkeep = [] }) =>
    upkeep.map((task) => ({ name, ...takeTurns(task, log, stopping.signal) })),
  )
  return {
    async run(module) {
      for (const { name, run } of turns) if (name === module) await run()
    },
    async close() {
      stopping.abort()
      await Promise.all(turns.map(({ close }) => close()))
    },
  }
}

function takeTurns({ what, everyMs, atStart = false, run }: Upkeep, log: Log, stopping: AbortSignal) {
  let latest: Promise<void> | undefined
  const next = () => {
    const turn = (latest ?? Promise.resolve())
      .catch(() => {})
      .then(() => run(stopping))
      .finally(() => {
        if (latest === turn) latest = undefined
      })
    latest = turn
    return turn
  }
  const tick = () => {
    if (latest === undefined) next().catch((err) => log.warn({ err }, `could not ${what}`))
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  if (atStart) tick()
  return {
    run: next,
    async close() {
      clearInterval(timer)
      await latest?.catch(() => {})
    },
  }
}
