// The functions that JavaScript can mirror exactly; a text counts in code points, as in PostgreSQL.
import { lowerAscii, upperAscii } from './ascii.ts'
import type { Checked, CheckedOf } from './checked.ts'
import { inRange } from './evaluate-casts.ts'
import { compareExact, type Exact, remainder, subtract } from './exact.ts'
import { isInteger, type SqlType } from './types.ts'
import { undecidable } from './undecidable.ts'
import { AMBIGUOUS, type Closure, type Json, type Value } from './values.ts'

type Build = (checked: Checked) => Closure
type Args = readonly NonNullable<Value>[]
type Mirror = (args: Args, type: SqlType) => Value

/** buildCall builds the closure of a function call. */
export function buildCall({ name, args, type }: CheckedOf<'call'>, build: Build): Closure {
  if (name === 'concat') return buildConcat(args, build)
  const mirror = MIRRORS.get(name)
  if (!mirror || args.some((arg) => !isMirrored(arg.type)) || type === 'float8') return undecidable()
  const parts = args.map(build)
  return (row, actor) => {
    const values: NonNullable<Value>[] = []
    let isNull = false
    for (const part of parts) {
      const value = part(row, actor)
      if (value === null) isNull = true
      else values.push(value)
    }
    return isNull ? null : mirror(values, type)
  }
}

function isMirrored(type: SqlType): boolean {
  return isInteger(type) || ['text', 'enum', 'numeric', 'json', 'jsonb'].includes(type)
}

const MIRRORS: ReadonlyMap<string, Mirror> = new Map<string, Mirror>([
  ['lower', ([text]) => lowerAscii(text as string)],
  ['upper', ([text]) => upperAscii(text as string)],
  ['length', ([text]) => characters(text).length],
  ['char_length', ([text]) => characters(text).length],
  ['character_length', ([text]) => characters(text).length],
  ['btrim', ([text, set]) => trimEnd(trimStart(characters(text), set), set).join('')],
  ['ltrim', ([text, set]) => trimStart(characters(text), set).join('')],
  ['rtrim', ([text, set]) => trimEnd(characters(text), set).join('')],
  ['left', ([text, count]) => characters(text).slice(0, Number(count)).join('')],
  ['right', ([text, count]) => lastCharacters(characters(text), Number(count)).join('')],
  ['replace', ([text, from, to]) => replaced(text as string, from as string, to as string)],
  ['strpos', ([text, part]) => placeOf(text as string, part as string)],
  ['position', ([text, part]) => placeOf(text as string, part as string)],
  ['starts_with', ([text, start]) => (text as string).startsWith(start as string)],
  ['abs', ([number], type) => absolute(number as Exact, type)],
  ['mod', ([a, b]) => remainder(a as Exact, b as Exact)],
  ['jsonb_typeof', ([value]) => kindOfJson(value as Json)],
  ['json_typeof', ([value]) => kindOfJson(value as Json)],
  ['jsonb_array_length', ([value]) => lengthOfJson(value as Json)],
  ['json_array_length', ([value]) => lengthOfJson(value as Json)],
])

function characters(text: Value | undefined): readonly string[] {
  return [...(text as string)]
}

function trimStart(text: readonly string[], set: Value = ' '): readonly string[] {
  const start = text.findIndex((character) => !(set as string).includes(character))
  return start < 0 ? [] : text.slice(start)
}

function trimEnd(text: readonly string[], set: Value = ' '): readonly string[] {
  const end = text.findLastIndex((character) => !(set as string).includes(character))
  return text.slice(0, end + 1)
}

// A negative count leaves out that many from the start.
function lastCharacters(text: readonly string[], count: number): readonly string[] {
  return text.slice(count < 0 ? -count : Math.max(text.length - count, 0))
}

function replaced(text: string, from: string, to: string): string {
  return from === '' ? text : text.split(from).join(to)
}

function placeOf(text: string, part: string): number {
  const index = text.indexOf(part)
  return index < 0 ? 0 : characters(text.slice(0, index)).length + 1
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
  return (row, actor) => {
    let text = ''
    for (const { value, output } of parts) {
      const given = value(row, actor)
      if (given !== null) text += output(given)
    }
    return text
  }
}
