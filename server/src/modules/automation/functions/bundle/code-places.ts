// From places in a bundle to those in the files that it was made of. A source map is prepared once, where a function is
// compiled, so that a place is found later by reading a few thousand characters of it.

/** SourcePlace is a place in a file; line and column count from 1. */
export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

// How far mappings are read: the place in the bundle, and what it was made of; `placedLine` is the line of the bundle that
// this belongs to. All count from 0.
interface State {
  offset: number
  line: number
  column: number
  source: number
  sourceLine: number
  sourceColumn: number
  placedLine: number
}

interface Head {
  readonly sources: readonly string[]
  /** marks are states along the way, in order, from which reading can go on. */
  readonly marks: readonly State[]
}

const START = { offset: 0, line: 0, column: 0, source: 0, sourceLine: 0, sourceColumn: 0, placedLine: -1 }
const BETWEEN_MARKS = 4096
const MAX_MAPPINGS = 8 * 1024 * 1024
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code))),
)
const SEMICOLON = 59
const COMMA = 44

/** preparePlaces returns a source map, given as JSON, in the form that CodePlaces reads. Of a huge one nothing is kept. */
export function preparePlaces(map: string): string {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string }
  if (mappings.length > MAX_MAPPINGS) return written({ sources: [], marks: [] }, '')
  const state: State = { ...START }
  const marks: State[] = [START]
  for (let last = 0; step(mappings, state); ) {
    if (state.offset - last < BETWEEN_MARKS) continue
    last = state.offset
    marks.push({ ...state })
  }
  const files = sources.map((source) => source.replace(/^(?:source|package):/, ''))
  return written({ sources: files, marks }, mappings)
}

// Mappings stand behind the first line, where no JSON has to be read.
function written(head: Head, mappings: string): string {
  return `${JSON.stringify(head)}\n${mappings}`
}

const IN_BUNDLE = /function\.js:(\d{1,9}):(\d{1,9})/

/** hasPlaces reports whether a text, such as a stack, names places of a bundle. */
export function hasPlaces(text: string): boolean {
  return IN_BUNDLE.test(text)
}

/** NamedPlace is a place of a bundle in a text: the words that name it, and what it was made of where that is known. */
export interface NamedPlace {
  readonly words: string
  readonly place: SourcePlace | undefined
}

/** CodePlaces finds places of one bundle. */
export class CodePlaces {
  readonly #text: string
  #head: Head | undefined

  /** `text` is what preparePlaces has returned. */
  constructor(text: string) {
    this.#text = text
  }

  /** size is how many characters it holds. */
  get size(): number {
    return this.#text.length
  }

  /** firstIn returns the first place that a text names. */
  firstIn(text: string): NamedPlace | undefined {
    const [words, line, column] = IN_BUNDLE.exec(text) ?? []
    return words === undefined ? undefined : { words, place: this.find(Number(line), Number(column)) }
  }

  /** find returns what a place of the bundle was made of, or undefined; line and column count from 1. */
  find(line: number, column: number): SourcePlace | undefined {
    const start = this.#text.indexOf('\n') + 1
    this.#head ??= JSON.parse(this.#text.slice(0, start)) as Head
    const { sources, marks } = this.#head
    let best = lastBefore(marks, line - 1, column - 1)
    if (best === undefined) return undefined
    const mappings = this.#text.slice(start)
    const state = { ...best }
    while (step(mappings, state) && !isBehind(state, line - 1, column - 1)) best = { ...state }
    const file = sources[best.source]
    if (best.placedLine !== line - 1 || file === undefined) return undefined
    return { file, line: best.sourceLine + 1, column: best.sourceColumn + 1 }
  }
}

function isBehind(state: State, line: number, column: number): boolean {
  return state.line > line || (state.line === line && state.column > column)
}

function lastBefore(marks: readonly State[], line: number, column: number): State | undefined {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(marks[middle] as State, line, column)) high = middle
    else low = middle + 1
  }
  return marks[low - 1]
}

// Reads one separator or one segment of mappings (source map, version 3), and returns false at their end.
function step(mappings: string, state: State): boolean {
  if (state.offset >= mappings.length) return false
  const code = mappings.charCodeAt(state.offset)
  if (code === SEMICOLON) {
    state.line += 1
    state.column = 0
  }
  if (code === SEMICOLON || code === COMMA) state.offset += 1
  else readSegment(mappings, state)
  return true
}

// Numbers are differences to those of the segment before. A fifth one would be a name.
function readSegment(mappings: string, state: State): void {
  state.column += readNumber(mappings, state)
  if (isAtEnd(mappings, state)) {
    state.placedLine = -1
    return
  }
  state.source += readNumber(mappings, state)
  state.sourceLine += readNumber(mappings, state)
  state.sourceColumn += readNumber(mappings, state)
  state.placedLine = state.line
  while (!isAtEnd(mappings, state)) readNumber(mappings, state)
}

function isAtEnd(mappings: string, { offset }: State): boolean {
  const code = mappings.charCodeAt(offset)
  return offset >= mappings.length || code === SEMICOLON || code === COMMA
}

// Five bits a digit, the least first; the sixth says that more follow, and the lowest bit of all is the sign.
function readNumber(mappings: string, state: State): number {
  let value = 0
  for (let shift = 0; ; shift += 5) {
    const digit = VALUES[mappings.charCodeAt(state.offset++)] ?? 0
    value |= (digit & 31) << shift
    if (digit < 32) return value & 1 ? -(value >>> 1) : value >>> 1
  }
}
