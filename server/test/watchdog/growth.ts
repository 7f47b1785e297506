// How the time of a piece of work grows with its input, in processor time of this thread: however busy the machine is,
// other work does not show in it.

/** Work is done with an input of some size. */
export type Work<Input> = (input: Input) => unknown

// A turn of the event loop may take so long on a machine that reads a known text in REFERENCE_MS; others get as much more
// time as they take for that.
const TURN_MS = 50
const REFERENCE_MS = 8
const REFERENCE = JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row ${id}` })))
// What the largest input does in less time does no harm, however it grows.
const FLOOR_MS = 15
// Systems count processor time in steps of up to 10 ms.
const COUNTED_MS = 60
const MOST_REPEATS = 1000
// 1 is linear, 2 is quadratic; sorting, and caches that overflow, are a little more than linear.
const MOST_EXPONENT = 1.6
// Small steps first: work that doubles with each character must not be met with a thousand.
const SIZES = [24, 40, 80, 256, 4096]

/** cpuMs gives the processor time that this thread has used, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function attempt<Input>(work: Work<Input>, input: Input): void {
  try {
    work(input)
  } catch {
    // A refusal is an outcome like any other.
  }
}

// By the clock, which shows other work too, but costs nothing: most work is found harmless so.
function clockTime<Input>(work: Work<Input>, input: Input): number {
  const before = performance.now()
  attempt(work, input)
  return performance.now() - before
}

/** cpuTime gives the processor time of work in milliseconds, from as many repetitions as can be counted. */
export function cpuTime<Input>(work: Work<Input>, input: Input): number {
  const before = cpuMs()
  let repeats = 0
  let used = 0
  while (repeats < 2 || (used < COUNTED_MS && repeats < MOST_REPEATS)) {
    attempt(work, input)
    repeats += 1
    used = cpuMs() - before
    if (used > 4 * turnLimit()) break
  }
  return used / repeats
}

let turn: number | undefined

function turnLimit(): number {
  return turn ?? Number.POSITIVE_INFINITY
}

/** turnMs gives how long a turn of the event loop may take on this machine. */
export function turnMs(): number {
  turn ??= TURN_MS * Math.max(1, cpuTime(JSON.parse, REFERENCE) / REFERENCE_MS)
  return turn
}

/**
 * growthProblem feeds work inputs of growing size, and gives a sentence where its time grows faster than its input, or
 * where one input takes longer than a turn may. `make` gives an input of about so many characters, `most` is the largest
 * that work can meet.
 */
export function growthProblem<Input>(
  make: (size: number) => Input,
  work: Work<Input>,
  most: number,
): string | undefined {
  for (const size of [...SIZES.filter((one) => one < most), most]) {
    const input = make(size)
    const limit = turnMs()
    if (clockTime(work, input) < FLOOR_MS) continue
    const time = cpuTime(work, input)
    if (time > limit) return `takes ${Math.round(time)} ms for ${size} characters`
    if (time < FLOOR_MS) continue
    const quarter = cpuTime(work, make(Math.ceil(size / 4)))
    const exponent = Math.log(time / quarter) / Math.log(4)
    if (exponent > MOST_EXPONENT)
      return `grows with the power ${exponent.toFixed(1)} of its input (${time.toFixed(0)} ms for ${size} characters)`
  }
  return undefined
}
