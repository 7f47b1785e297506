// Upkeep of what may be much: in batches, each a statement or transaction of its own.

/** inBatches does a batch of at most `size`, which says how many it was, again until one is not full or the server stops. */
export async function inBatches(
  stopping: AbortSignal,
  size: number,
  batch: () => Promise<number | null>,
): Promise<void> {
  while (!stopping.aborted && ((await batch()) ?? 0) >= size);
}
