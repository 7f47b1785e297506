// Upper and lower case within ASCII, which is the same in every collation of English and its like; what becomes of any
// other letter depends on the database, and is left to it.
import { undecidable } from './undecidable.ts'

const NOT_ASCII = /[^\0-\x7f]/

/** lowerAscii lowers a text of ASCII. */
export function lowerAscii(text: string): string {
  return NOT_ASCII.test(text) ? undecidable() : text.toLowerCase()
}

/** upperAscii raises a text of ASCII. */
export function upperAscii(text: string): string {
  return NOT_ASCII.test(text) ? undecidable() : text.toUpperCase()
}
