// Parses a large JSON text in pieces, so that no turn of the event loop is long: while the text is scanned, runs of
// elements or members are cut out of large arrays and objects, parsed by JSON.parse, and put together again.
import { invalidInput } from '#platform/errors/app-error.ts'
import {
  SCAN_CODES as CODES,
  endOfNumber,
  isDigit,
  isName,
  isPlain,
  plainName,
  type ScanBounds,
  stringSkipper,
} from '#platform/json/json-scan.ts'

/** PieceParser parses one piece; `isSuspect` says that it holds a mark, or may hold half a surrogate pair. */
export type PieceParser = (text: string, isSuspect: boolean) => unknown

/** Marks makes the text that stands for a value in a piece, and is found again by the PieceParser. */
export interface Marks {
  /** number marks a number that a double does not hold; it throws where the token is no number. */
  number(token: string): string
  /** value marks an array or object that has been parsed already. */
  value(value: object): string
}

/** JsonBounds are those of a scan, with the refusals beyond them. */
export interface JsonBounds extends ScanBounds {
  readonly tooMany: () => Error
  readonly tooDeep: () => Error
  /** run is after how many bytes a run is cut out, if other than 32 KB. */
  readonly run?: number | undefined
}

const RUN_BYTES = 32 * 1024
// Deep down runs are shorter: what is left of all levels is parsed at once.
const DEEP = 8
const DEEP_PARTS = 16

type Run = unknown[] | Record<string, unknown>

interface Container {
  readonly opened: number
  readonly isArray: boolean
  /** run is where what has not been cut out yet begins. */
  run: number
  /** value is what has been cut out. */
  value: Run | undefined
}

// A part of the text that another stands for.
interface Replaced {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * parseInPieces parses UTF-8 that has been checked. It yields after each piece, about every 32 KB, and returns the value.
 * It throws what the bounds say, and 400 for what is no JSON.
 */
export function* parseInPieces(
  body: Buffer,
  bounds: JsonBounds,
  marks: Marks,
  parse: PieceParser,
): Generator<void, unknown> {
  // One character for each byte: all that is looked for is ASCII.
  const text = body.toString('latin1')
  const strings = stringSkipper(text)
  const open: Container[] = []
  const replaced: Replaced[] = []
  let values = 1
  let at = 0
  const longest = bounds.run ?? RUN_BYTES
  let next = longest

  const piece = (start: number, end: number, before: string, after: string): unknown => {
    let first = replaced.length
    while (first > 0 && (replaced[first - 1] as Replaced).start >= start) first -= 1
    const inside = replaced.splice(first)
    const parts = [before]
    let from = start
    for (const { start: begin, end: stop, text: mark } of inside) {
      parts.push(body.toString('utf8', from, begin), mark)
      from = stop
    }
    parts.push(body.toString('utf8', from, end), after)
    try {
      return parse(parts.join(''), inside.length > 0 || strings.hasHalfPair())
    } catch (error) {
      throw error instanceof SyntaxError ? notJson(start, end) : error
    }
  }
  const cut = (container: Container, end: number): void => {
    const [before, after] = container.isArray ? '[]' : '{}'
    const run = piece(container.run, end, before as string, after as string) as Run
    // Nothing between two commas.
    if (isEmpty(run)) throw notJson(container.run, end)
    if (container.value === undefined) container.value = run
    else if (Array.isArray(container.value))
      for (const element of run as unknown[]) container.value.push(element)
    else addMembers(container.value, run as Record<string, unknown>)
    container.run = end + 1
  }
  const close = (isArray: boolean): void => {
    const container = open.pop()
    if (container === undefined || container.isArray !== isArray) throw notJson(at, at + 1)
    if (container.value === undefined) return
    cut(container, at)
    replaced.push({ start: container.opened, end: at + 1, text: marks.value(container.value) })
  }

  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === CODES.quote) {
      const end = strings.endOf(at)
      if (strings.hasEscape() && isName(text, end))
        replaced.push({ start: at, end, text: renamed(body, at, end) })
      at = end
    } else if (code === CODES.minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (!isPlain(text, at, end)) replaced.push({ start: at, end, text: marked(text, at, end, marks) })
      at = end
    } else {
      if (code === CODES.comma) {
        values += 1
        const container = open.at(-1)
        const most = open.length > DEEP ? longest / DEEP_PARTS : longest
        if (container !== undefined && at - container.run >= most) cut(container, at)
      } else if (code === CODES.openArray || code === CODES.openObject) {
        values += 1
        open.push({ opened: at, isArray: code === CODES.openArray, run: at + 1, value: undefined })
        if (open.length > bounds.depth) throw bounds.tooDeep()
      } else if (code === CODES.closeArray || code === CODES.closeObject) close(code === CODES.closeArray)
      at += 1
    }
    if (values > bounds.values) throw bounds.tooMany()
    if (at < next) continue
    next = at + longest
    yield
  }
  // What was cut out of it would be parsed once more.
  if (open.length > 0) throw notJson(text.length, text.length)
  return piece(0, text.length, '', '')
}

function isEmpty(run: Run): boolean {
  if (Array.isArray(run)) return run.length === 0
  for (const _ in run) return false
  return true
}

// `__proto__` is a member like any other in JSON.
function addMembers(target: Record<string, unknown>, members: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(members)) {
    if (key !== '__proto__') target[key] = value
    else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  }
}

function marked(text: string, start: number, end: number, marks: Marks): string {
  try {
    return marks.number(text.slice(start, end))
  } catch {
    throw notJson(start, end)
  }
}

function renamed(body: Buffer, start: number, end: number): string {
  try {
    return plainName(body.toString('utf8', start, end))
  } catch {
    throw notJson(start, end)
  }
}

function notJson(start: number, end: number): Error {
  return invalidInput(`The request body is not valid JSON: look between its bytes ${start} and ${end}.`)
}
