// Long work on the event loop, in slices of a few milliseconds: between two of them, others have their turn.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** SLICE_MS is for how long such work goes on before others have their turn. */
export const SLICE_MS = 8

/** inSlices does the work on each item in order. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const turn = slices()
  for (const item of items) {
    work(item)
    const next = turn()
    if (next !== undefined) await next
  }
}

/** slices returns a function that returns a promise where a slice is over, for the work to wait for. */
export function slices(): () => Promise<void> | undefined {
  let began = performance.now()
  const next = async () => {
    await nextTurn()
    began = performance.now()
  }
  return () => (performance.now() - began < SLICE_MS ? undefined : next())
}
