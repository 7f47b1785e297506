// Reads CSV (RFC 4180) as it comes, in one pass: quotes, line ends within quotes, and any of three line ends.
import { invalidInput } from '#platform/errors/app-error.ts'

/** CsvRecord is one record of a file. */
export interface CsvRecord {
  /** line is the one on which the record begins, from 1. */
  readonly line: number
  /** cells hold null for an empty cell without quotes; no more are kept than the reader was asked for. */
  readonly cells: readonly (string | null)[]
  /** count is how many cells the record has. */
  readonly count: number
  /** isTorn is true where text stands behind a closing quote. */
  readonly isTorn: boolean
}

/** MAX_RECORD is how many characters one record may have. */
export const MAX_RECORD = 1024 * 1024

const QUOTE = 34
const CR = 13
const LF = 10

/** CsvReader takes the pieces of a file in their order. */
export class CsvReader {
  /** keepsBlank is true where a blank line is a record: in a file of one column it is its null. */
  keepsBlank = false
  readonly #delimiter: number
  readonly #most: number
  #line = 1
  #begins = 1
  #cells: (string | null)[] = []
  #count = 0
  #size = 0
  #cell = ''
  #wasQuoted = false
  #isTorn = false
  // What the next character is read as.
  #place: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  // A line feed behind a carriage return belongs to it.
  #isBehindCr = false

  /** A reader for cells that the delimiter separates keeps `most` of a record. */
  constructor(delimiter: string, most: number) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#most = most
  }

  /** read returns the records that end in this piece; blank lines are none, unless they are kept. */
  *read(text: string): Generator<CsvRecord> {
    let at = 0
    while (at < text.length) {
      if (this.#place === 'quoted') {
        at = this.#readQuoted(text, at)
        continue
      }
      const code = text.charCodeAt(at)
      if (this.#isBehindCr) {
        this.#isBehindCr = false
        if (code === LF) {
          at += 1
          continue
        }
      }
      if (code === LF || code === CR) {
        at += 1
        this.#isBehindCr = code === CR
        this.#endCell()
        this.#line += 1
        const record = this.#endRecord()
        if (record !== undefined) yield record
      } else if (code === this.#delimiter) {
        at += 1
        this.#endCell()
      } else if (code === QUOTE && this.#place !== 'plain') {
        at += 1
        // A quote behind a quote stands for one; the first of a cell opens it.
        if (this.#place === 'quote') this.#add('"')
        this.#place = 'quoted'
        this.#wasQuoted = true
      } else at = this.#readPlain(text, at)
    }
  }

  /** end returns the last record, unless the file ends with its line. It throws 400 within quotes. */
  end(): CsvRecord | undefined {
    if (this.#place === 'quoted')
      throw invalidInput(
        `line ${this.#begins}: the file ends within quotes. Close them, or double those of a text.`,
      )
    // The size counts the cells as well.
    if (this.#size === 0 && this.#place === 'start') return undefined
    this.#endCell()
    return this.#endRecord()
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from)
    const end = quote === -1 ? text.length : quote
    const piece = text.slice(from, end)
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) this.#line += 1
    this.#add(piece)
    if (quote === -1) return end
    this.#place = 'quote'
    return end + 1
  }

  #readPlain(text: string, from: number): number {
    if (this.#place === 'quote') this.#isTorn = true
    this.#place = 'plain'
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === this.#delimiter || code === LF || code === CR) break
    }
    this.#add(text.slice(from, at))
    return at
  }

  #add(piece: string): void {
    this.#size += piece.length
    if (this.#size > MAX_RECORD) throw tooLong(this.#begins)
    this.#cell += piece
  }

  #endCell(): void {
    this.#count += 1
    // A record of nothing but delimiters has a bound as well.
    this.#size += 1
    if (this.#size > MAX_RECORD) throw tooLong(this.#begins)
    if (this.#count <= this.#most) this.#cells.push(this.#cell === '' && !this.#wasQuoted ? null : this.#cell)
    this.#cell = ''
    this.#wasQuoted = false
    this.#place = 'start'
  }

  #endRecord(): CsvRecord | undefined {
    const record = { line: this.#begins, cells: this.#cells, count: this.#count, isTorn: this.#isTorn }
    const isBlank = this.#count === 1 && this.#cells[0] === null
    this.#begins = this.#line
    this.#cells = []
    this.#count = 0
    this.#size = 0
    this.#isTorn = false
    return isBlank && !this.keepsBlank ? undefined : record
  }
}

/** tooLong is the refusal of a record beyond MAX_RECORD. */
export function tooLong(line: number): Error {
  const megabytes = MAX_RECORD / 1024 / 1024
  return invalidInput(
    `line ${line}: a record has more than ${megabytes} MB. Is a quote open, or the delimiter another?`,
  )
}
