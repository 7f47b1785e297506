// Queries, headers and bodies that are as hard to read as they can be within what a route takes.

/** Sized makes a part of a request of about so many bytes. */
export interface Sized {
  readonly what: string
  make(size: number): string
}

const fill = (part: string, size: number) => part.repeat(Math.max(1, Math.floor(size / part.length)))
const encoded = (text: string) => encodeURIComponent(text)

/** hostileQueries makes query strings; `columns` are those of the table that they reach. */
export function hostileQueries(columns: readonly string[]): Sized[] {
  return [
    { what: 'question marks', make: (size) => fill('?', size) },
    { what: 'ampersands', make: (size) => fill('&', size) },
    { what: 'many parameters', make: (size) => numbered(size, (i) => `p${i}=1`).join('&') },
    { what: 'one parameter again and again', make: (size) => fill('select=*&', size) },
    { what: 'stars', make: (size) => `select=${fill('*,', size)}id` },
    { what: 'brackets', make: (size) => `select=${fill('a(', size / 2)}${fill(')', size / 4)}` },
    { what: 'an order', make: (size) => `order=${fill('id,', size)}id` },
    { what: 'conditions', make: (size) => `or=(${fill('a_text.eq.a,', size)}a_text.eq.b)` },
    { what: 'values', make: (size) => `a_decimal=in.(${fill('1,', size)}1)` },
    ...columns.map((column) => ({
      what: `digits for ${column}`,
      make: (size: number) => `${column}=eq.${fill('1', size)}x`,
    })),
    { what: 'digits', make: (size) => `limit=${fill('1', size)}x` },
    { what: 'blanks', make: (size) => `a_text=like.${fill(encoded(' '), size)}x` },
  ]
}

/** hostileHeaders makes headers as JSON; a credential is only replaced where there is one. */
export function hostileHeaders(credential: Readonly<Record<string, string>>): Sized[] {
  const header = (name: string, part: string): Sized => ({
    what: `${name} of ${JSON.stringify(part)}`,
    make: (size) => JSON.stringify({ [name]: `${fill(part, size)}x` }),
  })
  return [
    header('x-forwarded-for', ','),
    header('x-forwarded-for', '1.'),
    header('prefer', 'resolution=,'),
    header('accept', 'application/json,'),
    header('cookie', 'a=b; '),
    header('idempotency-key', 'k'),
    header('host', '/'),
    ...Object.keys(credential).flatMap((name) => [header(name, 'Bearer '), header(name, '.')]),
  ]
}

/** bodiesFor makes bodies from the JSON Schema of a route's; `columns` name the fields of a row. */
export function bodiesFor(schema: unknown, columns: readonly string[]): Sized[] {
  const fields = [...fieldsOf(schema), ...columns, 'data']
  const each = (what: string, value: (share: number) => string): Sized => ({
    what: `${what} in every field`,
    make: (size) => {
      const share = Math.max(1, Math.floor(size / fields.length) - 20)
      return `{${fields.map((name) => `${JSON.stringify(name)}:${value(share)}`).join(',')}}`
    },
  })
  return [
    each('digits', (share) => `"${fill('1', share)}x"`),
    each('a long number', (share) => fill('1', share)),
    each('blanks', (share) => `"${fill(' ', share)}x"`),
    each('opening brackets', (share) => `"${fill('(', share)}"`),
    each('quotes', (share) => `"${fill('\\"', share)}"`),
    each('comments', (share) => `"${fill('/*', share)}"`),
    each('addresses', (share) => `"${fill('a@', share)}a.b"`),
    each('a list of numbers', (share) => `[${fill('1e1,', share)}1]`),
    each('a list of objects', (share) => `[${fill('{},', share)}{}]`),
    each('an object of many names', (share) => `{${numbered(share, (i) => `"n${i}":1`).join()}}`),
    { what: 'many names', make: (size) => `{${numbered(size, (i) => `"n${i}":1`).join()}}` },
    { what: 'one name again and again', make: (size) => `{${fill('"a":1,', size)}"a":1}` },
    { what: 'brackets', make: (size) => fill('[', size) },
    { what: 'rows', make: (size) => `[${fill('{"enum":"x","n":1},', size)}{}]` },
    { what: 'no JSON', make: (size) => `${fill('1e1,', size)}` },
  ]
}

// The names of all fields, however deep they stand.
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  const own = properties === undefined ? [] : Object.keys(properties)
  return [...new Set([...own, ...Object.values(schema).flatMap(fieldsOf)])].slice(0, 30)
}

function numbered(size: number, write: (index: number) => string): string[] {
  return Array.from({ length: Math.ceil(size / (write(100_000).length + 1)) }, (_, i) => write(100_000 + i))
}
