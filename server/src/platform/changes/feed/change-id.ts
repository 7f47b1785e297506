// The ids of changes: UUIDs that follow from where a change stands in the log, so that a replay makes the same ones.

const INDEX_BITS = 2 ** 26

/**
 * changeIds returns the ids of one transaction's changes by their index: UUIDs of version 8 (RFC 9562) of 48 bits of the
 * commit's time in milliseconds, 48 of its place in the log, 26 of the index. Ids of one cluster sort in commit order
 * as long as its clock does not go back.
 */
export function changeIds(committedAt: Date, place: bigint): (index: number) => string {
  const time = hex(committedAt.getTime(), 12)
  const high = hex(Number((place >> 36n) & 0xfffn), 3)
  // Behind the two bits of the variant; the last 22 bits of the place share a group with the index.
  const middle = hex(0x8000 | Number((place >> 22n) & 0x3fffn), 4)
  const last = Number(place & 0x3f_ffffn) * INDEX_BITS
  const prefix = `${time.slice(0, 8)}-${time.slice(8)}-8${high}-${middle}-`
  return (index) => prefix + hex(last + (index % INDEX_BITS), 12)
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
