// Ids and names that would lead to another address: URLs take "." and ".." out, and the list of something has no id.
import { MsingiError } from './error.ts'

const DOTS = /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i
const NOTHING = /\/(?:\/|$)/

/** checkPath throws a MsingiError with status 400 where an id or name in a path is empty, or "." or "..". */
export function checkPath(address: string): void {
  // URLs have no line breaks and tabs: whoever reads one leaves them out.
  const path = address.replace(/[?#].*$/s, '').replace(/[\t\n\r]/g, '')
  // Names of folders end with a slash.
  const isFolder = path.includes('/objects/') && !path.endsWith('/objects/')
  if (!DOTS.test(path) && (isFolder || !path.startsWith('/') || !NOTHING.test(path))) return
  const message = 'An id or name is empty, or "." or "..": it would lead to another address.'
  throw new MsingiError(message, { status: 400, code: 'invalid_input', errors: [message] })
}
