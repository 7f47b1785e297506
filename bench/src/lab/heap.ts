// The server's own account of its heap. What it holds may be garbage: the least that was in use between collections is
// not, and neither is what a collection has left.
import { setTimeout as sleep } from 'node:timers/promises'
import { COLLECT, type Running } from './servers.ts'

const GAUGE = /^msingi_nodejs_heap_size_used_bytes (\S+)$/m
const EVERY_MS = 500
const COLLECTIONS = 3

/** lowestHeap returns the least heap in use while the work goes on, together with what the work returns. */
export async function lowestHeap<Result>(
  base: string,
  work: () => Promise<Result>,
): Promise<[Result, number]> {
  let lowest = Number.POSITIVE_INFINITY
  const look = async () => {
    lowest = Math.min(lowest, await heapInUse(base))
  }
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  try {
    return [await work(), lowest]
  } finally {
    clearInterval(timer)
  }
}

/** collectedHeap returns how many bytes of the heap are in use after garbage collections. */
export async function collectedHeap({ base, pid }: Running): Promise<number> {
  let heap = Number.NaN
  for (let n = 0; n < COLLECTIONS; n++) {
    process.kill(pid, COLLECT)
    await sleep(EVERY_MS)
    heap = await heapInUse(base)
  }
  return heap
}

async function heapInUse(base: string): Promise<number> {
  const answer = await fetch(`${base}/metrics`)
  return Number(GAUGE.exec(await answer.text())?.[1] ?? Number.NaN)
}
