// Row ids derived from the rows' content, so that they are the same on every run.
import { createHash } from 'node:crypto'

/** uuidFor returns the id of a row: a UUID of version 8 (RFC 9562), hashed from its table and a unique key. */
export function uuidFor(table: string, ...key: readonly (string | number)[]): string {
  const bytes = createHash('sha256')
    .update(['music-store', table, ...key].join('\n'))
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
