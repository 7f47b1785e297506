// From PostgreSQL's text form of a value to its JSON text, such as row_to_json would write. Each writer reads its text
// once, from left to right; a text that is not of its type is an UnreadableValueError.

/** JsonWriter turns the text of a value that is not null into JSON. */
export type JsonWriter = (text: string) => string

/** UnreadableValueError says that a text is not of the type that its column is said to have. */
export class UnreadableValueError extends Error {
  override name = 'UnreadableValueError'
}

// Types of PostgreSQL's own by the ids of the type and of its array, which are the same on every server.
const IDS: Readonly<Record<string, readonly [type: number, array: number]>> = {
  bool: [16, 1000],
  bytea: [17, 1001],
  int8: [20, 1016],
  int2: [21, 1005],
  int4: [23, 1007],
  text: [25, 1009],
  json: [114, 199],
  float4: [700, 1021],
  float8: [701, 1022],
  inet: [869, 1041],
  bpchar: [1042, 1014],
  varchar: [1043, 1015],
  date: [1082, 1182],
  time: [1083, 1183],
  timestamp: [1114, 1115],
  timestamptz: [1184, 1185],
  interval: [1186, 1187],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
  jsonb: [3802, 3807],
}

// Whatever is not here is a JSON string.
const WRITERS: Readonly<Record<string, JsonWriter>> = {
  bool: (text) => (text === 't' ? 'true' : 'false'),
  int2: (text) => text,
  int4: (text) => text,
  int8: (text) => text,
  float4: number,
  float8: number,
  numeric: number,
  json,
  jsonb: (text) => text,
  timestamp: moment,
  timestamptz: momentWithZone,
  uuid: (text) => `"${text}"`,
}

const byId = new Map<number, JsonWriter>(
  Object.entries(IDS).flatMap(([name, [type, array]]): [number, JsonWriter][] => {
    const writer = WRITERS[name] ?? JSON.stringify
    return [
      [type, writer],
      [array, (text) => arrayJson(text, writer)],
    ]
  }),
)

/** writerOf returns the writer of one of PostgreSQL's commonest types by its id; undefined for all other types. */
export function writerOf(type: number): JsonWriter | undefined {
  return byId.get(type)
}

function number(text: string): string {
  // NaN and the infinities, which JSON has no numbers for.
  return /^-?\d/.test(text) ? text : `"${text}"`
}

// A json value keeps its white space. Line breaks can only stand between its parts, and an event is one line.
function json(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text
}

// Nearly all have four digits of a year, where a pattern would take several times as long.
function moment(text: string): string {
  if (text.charCodeAt(DATE_LENGTH) === SPACE)
    return `"${text.slice(0, DATE_LENGTH)}T${text.slice(DATE_LENGTH + 1)}"`
  return `"${text.replace(/(\d) (?=\d)/, '$1T')}"`
}

function momentWithZone(text: string): string {
  const sign = text.charCodeAt(text.length - 3)
  if (sign === PLUS || sign === MINUS) return moment(`${text}:00`)
  return moment(text.endsWith('C') ? text.replace(/([+-]\d\d)(?= BC$)/, '$1:00') : text)
}

const [SPACE, PLUS, MINUS] = codes(' +-')
const DATE_LENGTH = 'YYYY-MM-DD'.length

const [OPEN, CLOSE, QUOTE, BACKSLASH, COMMA, END] = codes('{}"\\,)')
// PostgreSQL knows six dimensions; what goes deeper is no array.
const MOST_DIMENSIONS = 6

/** arrayJson turns an array's text, such as {1,NULL,"a b"}, into JSON; `delimiter` is that of the element's type. */
export function arrayJson(text: string, writer: JsonWriter, delimiter = ','): string {
  const separator = delimiter.charCodeAt(0)
  // Bounds that do not begin at one stand in front: [0:1]={a,b}.
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  let [out, depth] = ['', 0]
  let before: 'open' | 'value' | 'separator' = 'separator'
  do {
    const sign = text.charCodeAt(at)
    if (sign === OPEN) {
      if (before === 'value' || depth === MOST_DIMENSIONS) break
      out += '['
      depth += 1
      at += 1
      before = 'open'
    } else if (sign === CLOSE) {
      if (before === 'separator') break
      out += ']'
      depth -= 1
      at += 1
      before = 'value'
    } else if (sign === separator) {
      if (before !== 'value') break
      out += ','
      at += 1
      before = 'separator'
    } else {
      if (before === 'value' || depth === 0) break
      const end = sign === QUOTE ? endOfQuoted(text, at) : endOfPlain(text, at, separator, CLOSE)
      const value = sign === QUOTE ? unquoted(text, at, end) : text.slice(at, end)
      out += sign !== QUOTE && value === 'NULL' ? 'null' : writer(value)
      at = end
      before = 'value'
    }
  } while (depth > 0)
  if (depth !== 0 || at !== text.length || at === 0)
    throw new UnreadableValueError('a text is not that of an array')
  return out
}

/** CompositeField is one attribute of a composite type: its name as JSON with its colon, and its values' writer. */
export interface CompositeField {
  readonly start: string
  readonly write: JsonWriter
}

/** compositeJson turns the text of a row within a row, such as (1,,"a ""b"""), into JSON. */
export function compositeJson(text: string, fields: readonly CompositeField[]): string {
  let [out, at] = ['{', 1]
  for (const [n, { start, write }] of fields.entries()) {
    const end = text.charCodeAt(at) === QUOTE ? endOfQuoted(text, at) : endOfPlain(text, at, COMMA, END)
    // Nothing at all is null; an empty text has quotes.
    const value =
      end === at
        ? 'null'
        : write(text.charCodeAt(at) === QUOTE ? unquoted(text, at, end) : text.slice(at, end))
    out += (n === 0 ? '' : ',') + start + value
    if (text.charCodeAt(end) !== (n === fields.length - 1 ? END : COMMA)) throw notOfFields()
    at = end + 1
  }
  if (text[0] !== '(' || at !== text.length + (fields.length === 0 ? -1 : 0)) throw notOfFields()
  return `${out}}`
}

function notOfFields(): Error {
  return new UnreadableValueError('a text is not that of a row of its composite type')
}

// The place behind the closing quote. A quote within is escaped, or stands twice.
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) at += 1
    else if (sign !== QUOTE) continue
    else if (text.charCodeAt(at + 1) === QUOTE) at += 1
    else return at + 1
  }
  throw new UnreadableValueError('a quoted value does not end')
}

function unquoted(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return /["\\]/.test(inner) ? inner.replace(/\\(.)|""/gs, (_, escaped?: string) => escaped ?? '"') : inner
}

function endOfPlain(text: string, start: number, separator: number, close: number): number {
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === separator || sign === close) return at
  }
  throw new UnreadableValueError('a value does not end')
}

function codes(signs: string): [number, number, number, number, number, number] {
  return Array.from(signs, (sign) => sign.charCodeAt(0)) as ReturnType<typeof codes>
}
