// Values of JSON as JavaScript, Python and PHP write them. A number keeps its digits: what a double cannot hold is a text, which
// columns take as well.

interface Words {
  readonly null: string
  readonly true: string
  readonly false: string
  readonly text: (text: string) => string
  readonly list: readonly [string, string]
  readonly object: readonly [string, string]
  /** space stands within the braces of an object on one line. */
  readonly space: string
  /** entry joins a key and a value. */
  readonly entry: (key: string, value: string) => string
  /** holds is whether a number keeps its digits; it is one of JSON. */
  readonly holds: (number: string) => boolean
  /** within begins an object within another value. */
  readonly within?: (keys: readonly string[]) => string
}

/** quoted writes a text between single quotes, as JavaScript and PHP read them. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** nameOf writes a key of an object of JavaScript. */
function nameOf(key: string): string {
  // Without brackets this one would be the object's prototype.
  if (key === '__proto__') return `['${key}']`
  return /^[A-Za-z_]\w*$/.test(key) ? key : script(key)
}

// Single quotes hold no line ends in JavaScript.
const script = (text: string) => (/[\n\r\u2028\u2029]/.test(text) ? JSON.stringify(text) : quoted(text))
const isDouble = (number: string) => canonical(number) === canonical(String(Number(number)))
const isLikeList = (keys: readonly string[]) => keys.every((key, at) => key === String(at))

const JAVASCRIPT: Words = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: script,
  list: ['[', ']'],
  object: ['{', '}'],
  space: ' ',
  entry: (key, value) => `${nameOf(key)}: ${value}`,
  holds: isDouble,
}
const PYTHON: Words = {
  null: 'None',
  true: 'True',
  false: 'False',
  text: (text) => JSON.stringify(text),
  list: ['[', ']'],
  object: ['{', '}'],
  space: '',
  entry: (key, value) => `${JSON.stringify(key)}: ${value}`,
  holds: (number) => /^-?\d+$/.test(number) || isDouble(number),
}
const PHP: Words = {
  null: 'null',
  true: 'true',
  false: 'false',
  text: quoted,
  list: ['[', ']'],
  object: ['[', ']'],
  space: '',
  entry: (key, value) => `${quoted(key)} => ${value}`,
  holds: isDouble,
  // PHP would send it as a list.
  within: (keys) => (isLikeList(keys) ? '(object) ' : ''),
}

/** javascript writes a value as JavaScript, `indent` spaces from the left. */
export const javascript = (value: unknown, indent = 0) => written(value, JAVASCRIPT, indent, 2)

/** python writes a value as Python. */
export const python = (value: unknown, indent = 0) => written(value, PYTHON, indent, 4)

/** php writes a value as PHP; `isWithin` says that it stands within another value. */
export const php = (value: unknown, indent = 0, isWithin = false) => written(value, PHP, indent, 4, isWithin)

/** isObject is whether a value is an object of JSON, and neither a list nor a number with its digits. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && JSON.stringify(value).startsWith('{')
}

const ONE_LINE = 60

function written(value: unknown, words: Words, indent: number, step: number, isWithin = false): string {
  if (value === null || value === undefined) return words.null
  if (typeof value === 'string') return words.text(value)
  if (typeof value === 'boolean') return value ? words.true : words.false
  const inner = (one: unknown) => written(one, words, indent + step, step, true)
  if (Array.isArray(value)) return joined(value.map(inner), words.list, '', indent, step)
  if (!isObject(value)) {
    const number = JSON.stringify(value)
    return words.holds(number) ? number : words.text(number)
  }
  const begin = isWithin ? (words.within?.(Object.keys(value)) ?? '') : ''
  const parts = Object.entries(value).map(([key, one]) => words.entry(key, inner(one)))
  return begin + joined(parts, words.object, parts.length === 0 ? '' : words.space, indent, step)
}

function joined(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  space: string,
  indent: number,
  step: number,
): string {
  const line = parts.join(', ')
  if (line.length <= ONE_LINE && !line.includes('\n')) return `${open}${space}${line}${space}${close}`
  const pad = ' '.repeat(indent + step)
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${' '.repeat(indent)}${close}`
}

// The digits of a number of JSON without zeros at either end, and where its point stands.
function canonical(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(number)
  if (parts === null) return number
  const [, sign, whole = '', part = '', power = '0'] = parts
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  return short === '' ? '0' : `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`
}
