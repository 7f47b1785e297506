// Upkeep: what modules do now and then on every node, whether or not anybody asks. It goes by real time, not by the clock of the
// platform, which tests set.
import type { Log } from '#platform/log/log.ts'
import type { QuietStart } from './quiet-start.ts'

/** Upkeep is one such task. A node that has it done must not disturb the others, which may do it at the same moment. */
export interface Upkeep {
  /** what completes the sentence "could not …" of the log. */
  readonly what: string
  /** everyMs is the fixed interval from the start of the server, in milliseconds. What still runs then misses the turn. */
  readonly everyMs: number
  /** atStart has it run when the server starts too, which does not wait for it. */
  readonly atStart?: boolean
  /**
   * run does one pass, in bounded batches. The signal says that the server stops and waits for it: no other batch begins,
   * what is left waits for the next pass.
   */
  run(stopping: AbortSignal): Promise<void>
}

/** RunningUpkeep is the upkeep of all modules. */
export interface RunningUpkeep {
  /** run does all upkeep of one module now. It throws what a task throws, and where the module has none. */
  run(module: string): Promise<void>
  /** close begins nothing more, and waits for what runs. */
  close(): Promise<void>
}

/**
 * startUpkeep begins, once the server is not quiet. A task never runs twice at once on a node: what takes longer than its time
 * misses a turn.
 */
export function startUpkeep(
  modules: readonly { readonly name: string; readonly upkeep?: readonly Upkeep[] }[],
  log: Log,
  quiet: QuietStart,
): RunningUpkeep {
  const stopping = new AbortController()
  const turns = modules.flatMap(({ name, upkeep = [] }) =>
    upkeep.map((task) => ({ name, ...takeTurns(name, task, { log, quiet, stopping: stopping.signal }) })),
  )
  return {
    async run(module) {
      const own = turns.filter(({ name }) => name === module)
      if (own.length === 0) throw new Error(`there is no module with upkeep that is called ${module}`)
      for (const { run } of own) await run()
    },
    async close() {
      stopping.abort()
      await Promise.all(turns.map(({ close }) => close()))
    },
  }
}

interface Circumstances {
  readonly log: Log
  readonly quiet: QuietStart
  readonly stopping: AbortSignal
}

function takeTurns(module: string, task: Upkeep, { log, quiet, stopping }: Circumstances) {
  const { what, everyMs, atStart = false, run } = task
  let latest: Promise<void> | undefined
  const enqueue = () => {
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
    if (latest === undefined && !quiet.isQuiet)
      enqueue().catch((err) => log.warn({ err, module }, `could not ${what}`))
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  if (atStart) {
    tick()
    quiet.onLifted(tick)
  }
  return {
    run: enqueue,
    async close() {
      clearInterval(timer)
      await latest?.catch(() => {})
    },
  }
}
