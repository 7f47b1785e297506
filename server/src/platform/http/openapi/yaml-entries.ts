// YAML for readers and for tools, written about as fast as JSON. What is short stands on one line.

const LINE = 240
// Words that need no quotes, as keys and as values, also within braces.
const KEY = /^[A-Za-z_$][A-Za-z0-9_$-]*$/
const PLAIN = /^[A-Za-z][A-Za-z0-9_./();'-]*(?: [A-Za-z0-9_./();'-]+)*$/
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

/** yamlLine writes a value on one line. */
export function yamlLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlLine).join(', ')}]`
  if (value === null || typeof value !== 'object') return scalar(value)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries.map(([key, one]) => `${keyOf(key)}: ${yamlLine(one)}`).join(', ')}}`
}

function written(value: unknown, indent: number): string {
  if (value === null || typeof value !== 'object' || isShort(value)) return ` ${yamlLine(value)}\n`
  if (!Array.isArray(value)) return `\n${yamlEntries(value, indent + 1)}`
  const pad = ' '.repeat(indent)
  return `\n${value.map((item) => `${pad}-${written(item, indent + 1)}`).join('')}`
}

function isShort(value: object): boolean {
  return JSON.stringify(value).length <= LINE
}

function keyOf(key: string): string {
  return KEY.test(key) && !WORDS.has(key.toLowerCase()) ? key : quoted(key)
}

function scalar(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) && !WORDS.has(value.toLowerCase())
    ? value
    : quoted(value)
}

function quoted(value: unknown): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
