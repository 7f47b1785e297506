// LIKE without regular expressions: the pieces between % are looked for one after the other, each at the first place
// where it stands. All of it is counted, since a pattern may come from a row or a claim.
import { indexBeforeLast, unitsAt } from './code-points.ts'
import { undecidable } from './undecidable.ts'
import type { Work } from './work.ts'

/** LikeMatcher says whether a text matches a pattern; it throws UNDECIDABLE where that is too much work. */
export type LikeMatcher = (text: string, work: Work) => boolean

// _ stands in a piece beside plain texts.
const ANY_ONE = 1
type Item = string | typeof ANY_ONE

/** Piece is what stands between two %. */
interface Piece {
  /** plain is the text of a piece without _. */
  readonly plain: string | undefined
  readonly items: readonly Item[]
  /** characters is how many characters of a text it matches. */
  readonly characters: number
}

/** likeMatcher prepares a pattern; one that ends in a lone backslash is PostgreSQL's error. */
export function likeMatcher(pattern: string): LikeMatcher {
  if (endsInHalfEscape(pattern)) return undecidable()
  const pieces = piecesOf(pattern)
  const [first, ...middle] = pieces as [Piece, ...Piece[]]
  const last = middle.pop()
  if (last === undefined) return (text, work) => matchAt(first, text, 0, work) === text.length
  return (text, work) => {
    const from = matchAt(first, text, 0, work)
    if (from < 0) return false
    const end = matchBeforeEnd(last, text, work)
    return end >= from && findAll(middle, text, from, end, work)
  }
}

/** endsInHalfEscape is true for a pattern whose last backslash has nothing left to escape. */
export function endsInHalfEscape(pattern: string): boolean {
  let backslashes = 0
  while (pattern[pattern.length - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function piecesOf(pattern: string): readonly Piece[] {
  const pieces: Piece[] = []
  let items: Item[] = []
  let plain = ''
  let characters = 0
  const endPlain = () => {
    if (plain !== '') items.push(plain)
    plain = ''
  }
  const endPiece = () => {
    endPlain()
    const [only = ''] = items
    const isPlain = items.length <= 1 && typeof only === 'string'
    pieces.push({ plain: isPlain ? only : undefined, items, characters })
    items = []
    characters = 0
  }
  let isEscaped = false
  for (const character of pattern) {
    if (!isEscaped && character === '\\') {
      isEscaped = true
      continue
    }
    if (!isEscaped && character === '%') endPiece()
    else if (!isEscaped && character === '_') {
      endPlain()
      items.push(ANY_ONE)
      characters += 1
    } else {
      plain += character
      characters += 1
    }
    isEscaped = false
  }
  endPiece()
  return pieces
}

// Returns the index behind the piece where it stands at an index, else -1.
function matchAt({ plain, items }: Piece, text: string, start: number, work: Work): number {
  if (plain !== undefined) {
    work.scan(plain.length)
    return text.startsWith(plain, start) ? start + plain.length : -1
  }
  let index = start
  for (const item of items) {
    work.spend(1)
    if (item === ANY_ONE) {
      if (index >= text.length) return -1
      index += unitsAt(text, index)
    } else {
      work.scan(item.length)
      if (!text.startsWith(item, index)) return -1
      index += item.length
    }
  }
  return index
}

// Returns the index where the piece stands that the text must end with, else -1.
function matchBeforeEnd(piece: Piece, text: string, work: Work): number {
  const { plain, characters } = piece
  if (plain !== undefined) {
    work.scan(plain.length)
    return text.endsWith(plain) ? text.length - plain.length : -1
  }
  work.spend(characters)
  const start = indexBeforeLast(text, characters)
  return matchAt(piece, text, start, work) === text.length ? start : -1
}

function findAll(pieces: readonly Piece[], text: string, from: number, end: number, work: Work): boolean {
  let index = from
  for (const piece of pieces) {
    index = find(piece, text, index, work)
    if (index < 0 || index > end) return false
  }
  return true
}

// Returns the index behind the first place where the piece stands, else -1.
function find(piece: Piece, text: string, from: number, work: Work): number {
  const { plain } = piece
  if (plain !== undefined) {
    const index = plain === '' ? from : work.indexOf(text, plain, from)
    return index < 0 ? -1 : index + plain.length
  }
  for (let start = from; start < text.length; start += unitsAt(text, start)) {
    const end = matchAt(piece, text, start, work)
    if (end >= 0) return end
  }
  return -1
}
