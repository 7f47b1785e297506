// The headers that a file is stored with and sent with again, besides its type and its Cache-Control.
import type { IncomingHttpHeaders } from 'node:http'
import { invalidInput } from '#platform/errors/app-error.ts'
import { readHttpDate } from '#platform/http/http-date.ts'

const VALUES = {
  'content-disposition': [
    /^[\x20-\x7e]{1,1000}$/,
    'must be printable ASCII, such as attachment; filename="a.txt"',
  ],
  'content-encoding': [/^[a-z0-9-]{1,20}(?:, ?[a-z0-9-]{1,20}){0,3}$/, 'must be codings such as gzip'],
  'content-language': [
    /^[A-Za-z0-9-]{1,35}(?:, ?[A-Za-z0-9-]{1,35}){0,9}$/,
    'must be languages such as sw, en',
  ],
  expires: [/^[\x20-\x7e]{1,100}$/, 'must be a date of HTTP'],
} as const satisfies Record<string, readonly [RegExp, string]>

/** FileHeader names one of the headers. */
export type FileHeader = keyof typeof VALUES

/** FileHeaders are those of a file. */
export type FileHeaders = Readonly<Partial<Record<FileHeader, string>>>

/** FILE_HEADERS are the names of all. */
export const FILE_HEADERS = Object.keys(VALUES) as FileHeader[]

/** readFileHeaders returns the headers that a file is sent with, or throws a 400 that names the one that is wrong. */
export function readFileHeaders(headers: IncomingHttpHeaders): FileHeaders {
  const found = FILE_HEADERS.flatMap((name) => {
    const value = headers[name]
    const text = value === undefined ? '' : checkFileHeader(name, String(value), name)
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(found)
}

/** checkFileHeader returns the value of a header as it is kept, or throws a 400 that names the field. An empty one says nothing. */
export function checkFileHeader(name: FileHeader, value: string, field: string): string {
  const text = name === 'content-encoding' ? codingsOf(value) : value.trim()
  const [pattern, sentence] = VALUES[name]
  if (text !== '' && !pattern.test(text)) throw invalidInput(`${field}: ${sentence}.`)
  if (name === 'expires' && text !== '' && readHttpDate(text) === undefined)
    throw invalidInput(`${field}: ${sentence}.`)
  return text
}

// What says how a body is sent in pieces, or that nothing was done, says nothing of the file.
function codingsOf(value: string): string {
  const codings = value.split(',').map((one) => one.trim().toLowerCase())
  return codings.filter((one) => !['', 'aws-chunked', 'identity'].includes(one)).join(', ')
}
