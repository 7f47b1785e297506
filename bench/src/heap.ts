// The server's own account of its heap, by which a leak shows: memory that it holds may be garbage, but the least
// that was in use between collections is not.

const GAUGE = /^msingi_nodejs_heap_size_used_bytes (\S+)$/m
const EVERY_MS = 500

/** lowestHeap returns the least heap in use while the work goes on, together with what the work returns. */
export async function lowestHeap<Result>(
  base: string,
  work: () => Promise<Result>,
): Promise<[Result, number]> {
  let lowest = Number.POSITIVE_INFINITY
  const look = async () => {
    const answer = await fetch(`${base}/metrics`)
    lowest = Math.min(lowest, Number(GAUGE.exec(await answer.text())?.[1] ?? Number.NaN))
  }
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS)
  try {
    return [await work(), lowest]
  } finally {
    clearInterval(timer)
  }
}
