// What was used lately, and no more of it than there is room for.
import { LRUCache } from 'lru-cache'

const one = () => 1

/**
 * recentlyUsed returns a map that keeps the `max` entries used last. It takes memory for those that it has: given
 * `max` alone, the library would reserve all of it at once, which is 25 MB and 0.2 s for all maps of a server.
 */
export function recentlyUsed<Value extends object | string | number | true>(
  max: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: one })
}
