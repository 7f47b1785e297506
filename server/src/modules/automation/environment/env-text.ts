// The text of .env files, as dotenv reads it: quotes of three kinds, `export`, comments, values of several lines. Readers
// of npm and Node pass over what they cannot read; this one reports the line, so that no variable is lost without a word.
import { KEY, KEY_RULE, MAX_VARIABLES } from './variables.ts'

/** EnvTextError says what is wrong with a .env text and in which line, counted from 1; it quotes no value. */
export class EnvTextError extends Error {
  override name = 'EnvTextError'
  readonly line: number

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`)
    this.line = line
  }
}

const QUOTES = ['"', "'", '`']
const MAX_SHOWN_KEY = 40

/** parseEnvText returns the variables of a .env text by their keys, or throws an EnvTextError. */
export function parseEnvText(text: string): Record<string, string> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
  const found = new Map<string, string>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] as string).trimStart()
    if (line === '' || line.startsWith('#')) continue
    const equals = line.indexOf('=')
    if (equals < 0) throw new EnvTextError(at + 1, 'must be KEY=value, a comment, or empty.')
    const key = withoutExport(line.slice(0, equals)).trim()
    checkKey(key, found, at + 1)
    const rest = line.slice(equals + 1).trimStart()
    const quote = rest.slice(0, 1)
    if (!QUOTES.includes(quote)) {
      found.set(key, unquoted(rest))
      continue
    }
    const { value, end } = quoted(lines, at, rest, quote)
    found.set(key, value)
    at = end
  }
  return Object.fromEntries(found)
}

function withoutExport(name: string): string {
  return /^export\s/.test(name) ? name.slice('export'.length) : name
}

function checkKey(key: string, found: ReadonlyMap<string, string>, line: number): void {
  const shown = key.slice(0, MAX_SHOWN_KEY)
  if (!KEY.test(key)) throw new EnvTextError(line, `the key ${shown} ${KEY_RULE}.`)
  if (found.size >= MAX_VARIABLES)
    throw new EnvTextError(line, `there are more than ${MAX_VARIABLES} variables.`)
  if (found.has(key)) throw new EnvTextError(line, `the key ${shown} stands in the text twice.`)
}

function unquoted(rest: string): string {
  const comment = rest.indexOf('#')
  return (comment < 0 ? rest : rest.slice(0, comment)).trim()
}

// A quoted value ends at the next quote of its kind, in this line or a later one.
function quoted(lines: readonly string[], start: number, rest: string, quote: string) {
  const parts: string[] = []
  let part = rest.slice(1)
  for (let at = start; at < lines.length; ) {
    const close = part.indexOf(quote)
    if (close >= 0) {
      checkTail(part.slice(close + 1), at + 1)
      parts.push(part.slice(0, close))
      const value = parts.join('\n')
      return { value: quote === '"' ? unescaped(value) : value, end: at }
    }
    parts.push(part)
    at += 1
    part = lines[at] ?? ''
  }
  throw new EnvTextError(start + 1, `the value begins with ${quote}, which nothing closes.`)
}

function checkTail(tail: string, line: number): void {
  const text = tail.trim()
  if (text !== '' && !text.startsWith('#'))
    throw new EnvTextError(
      line,
      'something follows the closing quote. Quote values that hold quotes with another kind.',
    )
}

function unescaped(value: string): string {
  return value.replaceAll('\\n', '\n').replaceAll('\\r', '\r')
}

/** EnvText is a .env text, and the keys that it leaves out since no .env text can hold their values. */
export interface EnvText {
  readonly text: string
  readonly omitted: readonly string[]
}

/**
 * writeEnvText writes variables so that parseEnvText and dotenv read them as they are; so does Node, but for carriage
 * returns.
 */
export function writeEnvText(variables: Iterable<readonly [key: string, value: string]>): EnvText {
  const lines: string[] = []
  const omitted: string[] = []
  for (const [key, value] of variables) {
    const written = writeValue(value)
    if (written === undefined) omitted.push(key)
    lines.push(
      written === undefined ? `# ${key} is left out: no .env file can hold its value.` : `${key}=${written}`,
    )
  }
  return { text: lines.map((line) => `${line}\n`).join(''), omitted }
}

/** isWritable reports whether a .env text can hold a value. */
export function isWritable(value: string): boolean {
  return writeValue(value) !== undefined
}

const PLAIN = /^[A-Za-z0-9_./:@%+,-]+$/

function writeValue(value: string): string | undefined {
  if (PLAIN.test(value)) return value
  const hasReturn = value.includes('\r')
  if (!hasReturn && !value.includes("'")) return `'${value}'`
  // Double quotes are the only ones in which `\r` stands for a carriage return, and `\n` for a line's end.
  const literal = /\\[nr]/.test(value)
  if (!literal && !value.includes('"')) return `"${value.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`
  if (!hasReturn && !value.includes('`')) return `\`${value}\``
  return undefined
}
