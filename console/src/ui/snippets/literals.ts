// Values of JSON as JavaScript, Python and PHP write them. Numbers keep their digits; see parseExact.

interface Words {
  readonly null: string
  readonly true: string
  readonly false: string
  readonly text: (text: string) => string
  readonly list: readonly [string, string]
  readonly object: readonly [string, string]
  /** entry joins a key and a value. */
  readonly entry: (key: string, value: string) => string
}

/** quoted writes a text between single quotes, as JavaScript and PHP read them. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

// Single quotes hold no line ends in JavaScript.
const script = (text: string) => (/[\n\r\u2028\u2029]/.test(text) ? JSON.stringify(text) : quoted(text))
const name = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : script(key))

const JAVASCRIPT: Words = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: script,
  list: ['[', ']'],
  object: ['{', '}'],
  entry: (key, value) => `${name(key)}: ${value}`,
}
const PYTHON: Words = {
  null: 'None',
  true: 'True',
  false: 'False',
  text: (text) => JSON.stringify(text),
  list: ['[', ']'],
  object: ['{', '}'],
  entry: (key, value) => `${JSON.stringify(key)}: ${value}`,
}
const PHP: Words = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: quoted,
  list: ['[', ']'],
  object: ['[', ']'],
  entry: (key, value) => `${quoted(key)} => ${value}`,
}

/** javascript writes a value as JavaScript, `indent` spaces from the left. */
export const javascript = (value: unknown, indent = 0) => written(value, JAVASCRIPT, indent, 2)

/** python writes a value as Python. */
export const python = (value: unknown, indent = 0) => written(value, PYTHON, indent, 4)

/** php writes a value as PHP. */
export const php = (value: unknown, indent = 0) => written(value, PHP, indent, 4)

const ONE_LINE = 60

function written(value: unknown, words: Words, indent: number, step: number): string {
  if (value === null || value === undefined) return words.null
  if (typeof value === 'string') return words.text(value)
  if (typeof value === 'boolean') return value ? words.true : words.false
  const json = JSON.stringify(value)
  if (typeof value !== 'object' || !/^[[{]/.test(json)) return json
  const inner = (one: unknown) => written(one, words, indent + step, step)
  const parts = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([key, one]) => words.entry(key, inner(one)))
  const [open, close] = Array.isArray(value) ? words.list : words.object
  const line = parts.join(', ')
  if (line.length <= ONE_LINE && !line.includes('\n'))
    return open === '{' && parts.length > 0 ? `{ ${line} }` : `${open}${line}${close}`
  const pad = ' '.repeat(indent + step)
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${' '.repeat(indent)}${close}`
}
