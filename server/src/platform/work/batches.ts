// Upkeep of what may be much: in batches, each a statement or transaction of its own.

/**
 * inBatches does a batch of at most `size`, which says how many it was, again until one is not full or the server stops, and at most
 * so many times.
 */
export async function inBatches(
  stopping: AbortSignal,
  size: number,
  batch: () => Promise<number | null>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let n = 0; n < most && !stopping.aborted && ((await batch()) ?? 0) >= size; n++);
}
