// Which connections of a pool a project prefers (rendezvous hashing): each project has an order of its own, so that what one
// connection cannot take spreads over all others, and most projects stay where they are when the pool has another size.
import { hash } from './slots.ts'

/**
 * ranksOf returns the places 0 to `size` - 1, the preferred ones first. All projects of an account put the same `reach` places
 * ahead of the others: where that is what an account may hold, its projects do not push each other out of their places.
 */
export function ranksOf(project: string, account: string, size: number, reach: number): number[] {
  const places = order(
    account,
    Array.from({ length: size }, (_, place) => place),
  )
  if (project === account) return places
  return [...order(project, places.slice(0, reach)), ...order(project, places.slice(reach))]
}

// An insertion sort: the pool is small, and this is done for each request.
function order(key: string, places: readonly number[]): number[] {
  const seed = hash(key)
  const ordered: number[] = []
  const weights: number[] = []
  for (const place of places) {
    const weight = mix(seed ^ Math.imul(place + 1, 0x9e3779b1))
    let at = ordered.length
    for (; at > 0 && (weights[at - 1] as number) < weight; at--) {
      ordered[at] = ordered[at - 1] as number
      weights[at] = weights[at - 1] as number
    }
    ordered[at] = place
    weights[at] = weight
  }
  return ordered
}

// The last steps of MurmurHash3, after which each bit depends on all others.
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
