// The parts of a file that a request asks for (RFC 9110, 14).
import type { ByteRange } from '#platform/blobs/store/blob-store.ts'

// Beyond, a request is no download but an attack.
const MAX_RANGES = 16
const MAX_HEADER = 1000

/** readRanges returns the parts that `Range` asks for, undefined for the whole, or `none` where no part is there. */
export function readRanges(header: string | undefined, size: number): ByteRange[] | undefined | 'none' {
  if (header === undefined || !header.startsWith('bytes=')) return undefined
  if (header.length > MAX_HEADER) return 'none'
  const specs = header.slice('bytes='.length).split(',')
  if (specs.length > MAX_RANGES) return 'none'
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const range = readRange(spec.trim(), size)
    if (range === 'malformed') return undefined
    if (range !== undefined) ranges.push(range)
  }
  return ranges.length === 0 ? 'none' : joined(ranges)
}

function readRange(spec: string, size: number): ByteRange | 'malformed' | undefined {
  const [, first = '', last = ''] = /^(\d{0,15})-(\d{0,15})$/.exec(spec) ?? []
  if (first === '' && last === '') return 'malformed'
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? undefined : { first: size - count, last: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return 'malformed'
  return from >= size ? undefined : { first: from, last: to }
}

// Parts that overlap are sent once, or a file could be asked for many times over.
function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  const disjoint = sorted.every((range, at) => at === 0 || range.first > (sorted[at - 1]?.last ?? -1) + 1)
  if (disjoint) return [...ranges]
  const result: { first: number; last: number }[] = []
  for (const { first, last } of sorted) {
    const previous = result.at(-1)
    if (previous !== undefined && first <= previous.last + 1) previous.last = Math.max(previous.last, last)
    else result.push({ first, last })
  }
  return result
}
