// From PostgreSQL's text form of a value to its JSON text, such as row_to_json would write: by the type, unparsed.

/** JsonWriter turns the text of a value that is not null into JSON. */
export type JsonWriter = (text: string) => string

// Types by their names in the schema pg_catalog, and the fixed ids by which pgoutput tells them.
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
  timestamptz: (text) => moment(text.replace(/([+-]\d\d)(?= BC$|$)/, '$1:00')),
  uuid: (text) => `"${text}"`,
}

const byId = new Map<number, JsonWriter>(
  Object.entries(IDS).flatMap(([name, [type, array]]): [number, JsonWriter][] => {
    const writer = writerByName(name)
    return [
      [type, writer],
      [array, (text) => arrayJson(text, writer)],
    ]
  }),
)

/** writerOf gives the writer of a type of PostgreSQL's own by its id. */
export function writerOf(type: number): JsonWriter | undefined {
  return byId.get(type)
}

/** writerByName gives the writer of a type in pg_catalog by its name: of what a domain stands on. */
export function writerByName(name: string): JsonWriter {
  return WRITERS[name] ?? JSON.stringify
}

function number(text: string): string {
  // NaN and the infinities, which JSON has no numbers for.
  return /^-?\d/.test(text) ? text : `"${text}"`
}

// A json value keeps its white space. Line breaks can only stand between its parts, and an event is one line.
function json(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text
}

function moment(text: string): string {
  return `"${text.replace(/(\d) (?=\d)/, '$1T')}"`
}

/** arrayJson turns an array's text, such as {1,NULL,"a b"}, into JSON. */
export function arrayJson(text: string, writer: JsonWriter): string {
  let out = ''
  // Bounds that do not begin at one stand in front: [0:1]={a,b}.
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  while (at < text.length) {
    const sign = text[at] as string
    if (sign === '{' || sign === '}' || sign === ',') {
      out += sign === '{' ? '[' : sign === '}' ? ']' : ','
      at += 1
    } else if (sign === '"') {
      const [value, end] = quoted(text, at + 1)
      out += writer(value)
      at = end
    } else {
      const end = at + text.slice(at).search(/[,}]/)
      const value = text.slice(at, end)
      out += value === 'NULL' ? 'null' : writer(value)
      at = end
    }
  }
  return out
}

function quoted(text: string, start: number): [value: string, end: number] {
  let value = ''
  let at = start
  while (text[at] !== '"') {
    if (text[at] === '\\') at += 1
    value += text[at]
    at += 1
  }
  return [value, at + 1]
}
