// The little XML that S3 speaks: written in full, and read as far as its two kinds of request go.
import { s3Error } from './s3-errors.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** element writes an element with text, or with other elements. */
export function element(name: string, content: string | number | boolean | readonly string[]): string {
  const inner = Array.isArray(content) ? content.join('') : escaped(String(content))
  return `<${name}>${inner}</${name}>`
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** document writes a whole document, in the namespace of S3. */
export function document(name: string, content: readonly string[]): string {
  const space = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
  return `${DECLARATION}\n<${name} ${space}>${content.join('')}</${name}>`
}

/** errorDocument writes an error, which has no namespace: some clients look for its bare names. */
export function errorDocument(content: readonly string[]): string {
  return `${DECLARATION}\n${element('Error', content)}`
}

/** elements yields the content of each element of a name. Elements of one name are never within each other here. */
export function* elements(xml: string, name: string): Generator<string> {
  const [start, end] = [`<${name}>`, `</${name}>`]
  for (let at = xml.indexOf(start); at >= 0; ) {
    const stop = xml.indexOf(end, at)
    if (stop < 0) throw s3Error('MalformedXML', `The element ${name} has no end.`)
    yield xml.slice(at + start.length, stop)
    at = xml.indexOf(start, stop)
  }
}

/** textOf returns the text of the first element of a name. */
export function textOf(xml: string, name: string): string | undefined {
  const [first] = elements(xml, name)
  return first === undefined ? undefined : unescaped(first)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]|\r/g, (c) => ESCAPES[c] ?? '&#13;')
}

function unescaped(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (whole, entity: string) => {
    if (!entity.startsWith('#')) return ENTITIES[entity] ?? whole
    const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    if (code > 0x10ffff) throw s3Error('MalformedXML', 'A character reference is not one.')
    return String.fromCodePoint(code)
  })
}
