// JSON without loss of digits: numbers of some fields stay the text that came over the wire.

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** parseExact parses JSON; numbers in fields for which `isExact` is true become their own text, such as "12.50". */
export function parseExact(text: string, isExact: (field: string) => boolean): unknown {
  const keep: Reviver = (key, value, context) =>
    typeof value === 'number' && isExact(key) ? (context?.source ?? String(value)) : value
  return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1])
}
