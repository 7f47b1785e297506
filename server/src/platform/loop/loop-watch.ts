// Finds out who holds up the event loop, which everybody shares: parts of the server mark where their work begins, and a
// timer that comes late blames the mark behind which the longest time went by. Where nothing is marked for a while, nobody
// waits for the loop, and the timer rests.
import type { Log } from '#platform/log/log.ts'

/** LongTurn is a turn of the event loop that kept everything else waiting. */
export interface LongTurn {
  /** cause is a route's template or a part of the server, never an id. */
  readonly cause: string
  readonly project: string | undefined
  readonly milliseconds: number
  /** cpu_milliseconds is the processor time of it: far less where the machine was busy with something else. */
  readonly cpu_milliseconds: number
}

/** LoopWatch attributes long turns to what was marked last. */
export interface LoopWatch {
  /**
   * mark says whose work begins now: a route's template or a part of the server, and the project it is for. It takes
   * some 50 ns.
   */
  mark(cause: string, project?: string): void
  /** tick is called every INTERVAL_MS until nothing is marked any more, or later where the event loop was held up. */
  tick(): void
  /** onLongTurn calls back for each long turn. Returns a function that removes the listener. */
  onLongTurn(listener: (turn: LongTurn) => void): () => void
}

const INTERVAL_MS = 20
/** REST_TICKS is after how many ticks without a mark the timer rests, until the next mark. */
export const REST_TICKS = 250
/** LONG_TURN_MS is how late the timer must be for a turn to be reported. */
export const LONG_TURN_MS = 50
/** UNMARKED is the cause of what nobody has marked. */
export const UNMARKED = 'other'

/** createLoopWatch makes a watch; `now` and `cpu` return milliseconds: of time, and of the thread's processor time. */
export function createLoopWatch(now: () => number, cpu: () => number): LoopWatch {
  const listeners = new Set<(turn: LongTurn) => void>()
  let cause = UNMARKED
  let project: string | undefined
  let since = now()
  let longest = 0
  let blamed: Pick<LongTurn, 'cause' | 'project'> = { cause, project }
  let ticked = since
  let worked = cpu()
  let timer: NodeJS.Timeout | undefined
  let unmarked = 0

  const begin = (at: number, next: string, of?: string): void => {
    if (at - since > longest) {
      longest = at - since
      blamed = { cause, project }
    }
    cause = next
    project = of
    since = at
  }
  const mark = (next: string, of?: string): void => {
    unmarked = 0
    if (timer === undefined && listeners.size > 0) start()
    begin(now(), next, of)
  }
  const tick = (): void => {
    begin(now(), UNMARKED)
    const late = since - ticked - INTERVAL_MS
    const done = cpu()
    if (late >= LONG_TURN_MS) {
      const turn = { ...blamed, milliseconds: Math.round(late), cpu_milliseconds: Math.round(done - worked) }
      for (const listener of listeners) listener(turn)
    }
    longest = 0
    ticked = since
    worked = done
    unmarked += 1
    if (unmarked > REST_TICKS) stop()
  }
  const start = (): void => {
    ticked = now()
    since = ticked
    worked = cpu()
    timer = setInterval(tick, INTERVAL_MS)
    timer.unref()
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    mark,
    tick,
    onLongTurn(listener) {
      listeners.add(listener)
      if (timer === undefined) start()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
  }
}

// The process has one event loop, shared by all.
const watch = createLoopWatch(
  () => performance.now(),
  () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
)

/** mark says whose work begins now on the event loop: a route's template or a part of the server, and its project. */
export const mark = watch.mark

/** onLongTurn calls back for each long turn of the event loop. Returns a function that removes the listener. */
export const onLongTurn = watch.onLongTurn

/** warnOfLongTurns writes each long turn of the event loop to the log. Returns a function that stops it. */
export function warnOfLongTurns(log: Log): () => void {
  return onLongTurn(({ cause, project, ...times }) => {
    log.warn({ cause, project_id: project, ...times }, 'the event loop was held up')
  })
}
