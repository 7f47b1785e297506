// JSON without loss of digits: a number that JavaScript would round or write otherwise stays the text of the wire.

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown

// Newer than TypeScript's own types; all browsers that the console supports have it.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object }

const keep: Reviver = (_, value, context) =>
  typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
    ? rawJSON(context.source)
    : value

/** parseExact parses JSON. A number that has another text in JavaScript becomes one that JSON.stringify writes as it was. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1])
}

/** indentJson writes JSON over several lines, with all its digits; what is no JSON stays as it is. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(parseExact(text), null, 2)
  } catch {
    return text
  }
}
