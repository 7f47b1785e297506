// The headers of a part of a form: which field it is, and of a file, its name and type (RFC 7578, 4.2).
import { invalidInput } from '#platform/errors/app-error.ts'

/** PartHeaders is what a part says of itself. */
export interface PartHeaders {
  readonly name: string
  /** fileName is there for files only. */
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

/** readPartHeaders reads the lines before the bytes of a part, or throws a 400. */
export function readPartHeaders(text: string): PartHeaders {
  const headers = new Map(text.split('\r\n').map(headerOf))
  const disposition = headers.get('content-disposition') ?? ''
  if (!/^form-data\s*(?:;|$)/i.test(disposition))
    throw invalidInput('Each part of a form needs Content-Disposition: form-data.')
  const encoding = headers.get('content-transfer-encoding') ?? 'binary'
  if (!/^(?:binary|7bit|8bit)$/i.test(encoding))
    throw invalidInput('Content-Transfer-Encoding: parts of a form are sent as they are.')
  const parameters = parametersOf(disposition)
  const name = parameters.get('name')
  if (name === undefined) throw invalidInput('Each part of a form needs a name in Content-Disposition.')
  return {
    name,
    fileName: extended(parameters.get('filename*')) ?? parameters.get('filename'),
    contentType: headers.get('content-type'),
  }
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

function parametersOf(disposition: string): Map<string, string> {
  const found = disposition.matchAll(/;\s*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g)
  return new Map(
    [...found].map(([, key = '', quoted, plain = '']) => [
      key.toLowerCase(),
      quoted === undefined ? plain : unquoted(quoted),
    ]),
  )
}

// Browsers write quotes as %22, other clients with a backslash.
function unquoted(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"')
}

// RFC 8187: UTF-8''na%C3%AFve.png
function extended(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(text) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // Answered below.
  }
  throw invalidInput("filename*: must be UTF-8'' and percent-encoded UTF-8.")
}
