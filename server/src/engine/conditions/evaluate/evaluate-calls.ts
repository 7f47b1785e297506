// The functions that JavaScript can mirror exactly; a text counts in code points, as in PostgreSQL. What they read and
// make is counted before it is done.

import type { Checked, CheckedOf } from '#engine/conditions/syntax/checked.ts'
import { isInteger, type SqlType } from '#engine/conditions/syntax/types.ts'
import { lowerAscii, upperAscii } from '#engine/conditions/values/ascii.ts'
import {
  countCharacters,
  indexAfter,
  indexBeforeLast,
  unitsAt,
  unitsBefore,
} from '#engine/conditions/values/code-points.ts'
import { compareExact, type Exact, remainder, subtract } from '#engine/conditions/values/exact.ts'
import { undecidable } from '#engine/conditions/values/undecidable.ts'
import type { Work } from '#engine/conditions/values/work.ts'
import { inRange } from './evaluate-casts.ts'
import { AMBIGUOUS, type Closure, type Json, type Value } from './values.ts'

type Build = (checked: Checked) => Closure
// What looking up or cutting out one character costs.
const STEP = 16

type Args = readonly NonNullable<Value>[]
type Mirror = (args: Args, work: Work, type: SqlType) => Value

/** buildCall builds the closure of a function call. */
export function buildCall({ name, args, type }: CheckedOf<'call'>, build: Build): Closure {
  if (name === 'concat') return buildConcat(args, build)
  const mirror = MIRRORS.get(name)
  if (!mirror || args.some((arg) => !isMirrored(arg.type)) || type === 'float8') return undecidable()
  const parts = args.map(build)
  return (row, actor, work) => {
    const values: NonNullable<Value>[] = []
    let isNull = false
    for (const part of parts) {
      const value = part(row, actor, work)
      if (value === null) isNull = true
      else values.push(value)
    }
    return isNull ? null : mirror(values, work, type)
  }
}

function isMirrored(type: SqlType): boolean {
  return isInteger(type) || ['text', 'enum', 'numeric', 'json', 'jsonb'].includes(type)
}

const MIRRORS: ReadonlyMap<string, Mirror> = new Map<string, Mirror>([
  ['lower', ([text], work) => lowerAscii(read(text, work))],
  ['upper', ([text], work) => upperAscii(read(text, work))],
  ['length', ([text], work) => length(text, work)],
  ['char_length', ([text], work) => length(text, work)],
  ['character_length', ([text], work) => length(text, work)],
  ['btrim', ([text, set], work) => trimmed(text as string, set as string, work, true, true)],
  ['ltrim', ([text, set], work) => trimmed(text as string, set as string, work, true, false)],
  ['rtrim', ([text, set], work) => trimmed(text as string, set as string, work, false, true)],
  ['left', ([text, count], work) => firstCharacters(text as string, Number(count), work)],
  ['right', ([text, count], work) => lastCharacters(text as string, Number(count), work)],
  ['replace', ([text, from, to], work) => replaced(text as string, from as string, to as string, work)],
  ['strpos', ([text, part], work) => placeOf(text as string, part as string, work)],
  ['position', ([text, part], work) => placeOf(text as string, part as string, work)],
  ['starts_with', ([text, start], work) => startsWith(text as string, start as string, work)],
  ['abs', ([number], _, type) => absolute(number as Exact, type)],
  ['mod', ([a, b]) => remainder(a as Exact, b as Exact)],
  ['jsonb_typeof', ([value]) => kindOfJson(value as Json)],
  ['json_typeof', ([value]) => kindOfJson(value as Json)],
  ['jsonb_array_length', ([value]) => lengthOfJson(value as Json)],
  ['json_array_length', ([value]) => lengthOfJson(value as Json)],
])

// A text that is read by a routine of the engine's and written again.
function read(text: Value | undefined, work: Work): string {
  work.scan(2 * (text as string).length)
  return text as string
}

function length(text: Value | undefined, work: Work): number {
  work.spend((text as string).length)
  return countCharacters(text as string)
}

function trimmed(text: string, set = ' ', work: Work, atStart: boolean, atEnd: boolean): string {
  work.spend(STEP * set.length)
  const characters = new Set(set)
  let start = 0
  let end = text.length
  while (atStart && start < end) {
    work.spend(STEP)
    const next = start + unitsAt(text, start)
    if (!characters.has(text.slice(start, next))) break
    start = next
  }
  while (atEnd && end > start) {
    work.spend(STEP)
    const before = end - unitsBefore(text, end)
    if (!characters.has(text.slice(before, end))) break
    end = before
  }
  return text.slice(start, end)
}

// A negative count leaves out that many at the end.
function firstCharacters(text: string, count: number, work: Work): string {
  work.spend(Math.min(text.length, 2 * Math.abs(count)))
  return text.slice(0, count < 0 ? indexBeforeLast(text, -count) : indexAfter(text, count))
}

// A negative count leaves out that many from the start.
function lastCharacters(text: string, count: number, work: Work): string {
  work.spend(Math.min(text.length, 2 * Math.abs(count)))
  return text.slice(count < 0 ? indexAfter(text, -count) : indexBeforeLast(text, count))
}

function replaced(text: string, from: string, to: string, work: Work): string {
  if (from === '') return text
  let count = 0
  for (let at = work.indexOf(text, from); at >= 0; at = work.indexOf(text, from, at + from.length)) {
    work.spend(STEP)
    count += 1
  }
  work.make(text.length + count * (to.length - from.length))
  return text.split(from).join(to)
}

function placeOf(text: string, part: string, work: Work): number {
  const index = work.indexOf(text, part)
  if (index < 0) return 0
  work.spend(index)
  return countCharacters(text, index) + 1
}

function startsWith(text: string, start: string, work: Work): boolean {
  work.scan(start.length)
  return text.startsWith(start)
}

function absolute(number: Exact, type: SqlType): Exact {
  const positive = compareExact(number, 0) < 0 ? subtract(0, number) : number
  return isInteger(type) ? inRange(positive, type) : positive
}

function kindOfJson(value: Json): string {
  if (value === AMBIGUOUS) return undecidable()
  if (value.json === null) return 'null'
  return Array.isArray(value.json) ? 'array' : typeof value.json
}

function lengthOfJson({ json }: Json): number {
  return Array.isArray(json) ? json.length : undecidable()
}

const OUTPUTS: Readonly<Partial<Record<SqlType, (value: NonNullable<Value>) => string>>> = {
  text: String,
  enum: String,
  uuid: String,
  int2: String,
  int4: String,
  int8: String,
  // What a boolean looks like on its way out, unlike in a cast to text.
  bool: (value) => (value ? 't' : 'f'),
}

// concat leaves out nulls.
function buildConcat(args: readonly Checked[], build: Build): Closure {
  const parts = args.map((arg) => ({ value: build(arg), output: OUTPUTS[arg.type] ?? undecidable() }))
  return (row, actor, work) => {
    let text = ''
    for (const { value, output } of parts) {
      const given = value(row, actor, work)
      if (given === null) continue
      const more = output(given)
      work.make(text.length + more.length)
      text += more
    }
    return text
  }
}
