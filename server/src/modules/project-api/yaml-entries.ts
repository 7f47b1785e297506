// YAML for readers and for tools, written as fast as JSON, of which it consists where a line is short.

const LINE = 140
const PLAIN = /^[A-Za-z_$][A-Za-z0-9_$-]*$/
// What YAML 1.1 takes for a boolean or for nothing.
const WORDS = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n'])
// JSON lets these stand in a string, YAML does not.
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** yamlEntries writes the entries of an object, each on lines of its own that begin with so many blanks. */
export function yamlEntries(entries: object, indent: number): string {
  const pad = ' '.repeat(indent)
  return Object.entries(entries)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${pad}${keyOf(key)}:${written(value, indent)}`)
    .join('')
}

function keyOf(key: string): string {
  return PLAIN.test(key) && !WORDS.has(key.toLowerCase()) ? key : scalar(key)
}

function written(value: unknown, indent: number): string {
  const line = scalar(value)
  if (value === null || typeof value !== 'object' || line.length <= LINE) return ` ${line}\n`
  if (!Array.isArray(value)) return `\n${yamlEntries(value, indent + 1)}`
  const pad = ' '.repeat(indent)
  return `\n${value.map((item) => `${pad}-${written(item, indent + 1)}`).join('')}`
}

function scalar(value: unknown): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
