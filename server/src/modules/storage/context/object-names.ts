// What objects may be called. Names are never paths on a disk: what is refused here would mislead people, browsers or
// clients that write files.
import { invalidInput } from '#platform/errors/app-error.ts'

/** MAX_NAME_BYTES is how long a name may be in UTF-8, as in S3. */
export const MAX_NAME_BYTES = 1024

// Controls, what turns the direction of writing, and the two characters that end every range of names.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\u{10ffff}\\]/u

/** objectName returns a name in its one normal form, or throws a 400 that names the field. */
export function objectName(text: string, field = 'name'): string {
  const name = text.normalize('NFC')
  const problem = problemOf(name) ?? (problemOf(decoded(name)) && 'must not hold encoded dots or slashes')
  if (problem !== undefined) throw invalidInput(`${field}: ${problem}.`, { fields: [field] })
  return name
}

/** folderName returns a folder's name, which ends in a slash. */
export function folderName(text: string, field = 'name'): string {
  const name = text.endsWith('/') ? text : `${text}/`
  return objectName(name, field)
}

/** isFolder reports whether a name is that of an empty folder. */
export function isFolder(name: string): boolean {
  return name.endsWith('/')
}

/** folderOf returns the folder in which an object is, without a slash at its end. */
export function folderOf(name: string): string {
  const plain = isFolder(name) ? name.slice(0, -1) : name
  return plain.slice(0, Math.max(0, plain.lastIndexOf('/')))
}

/** fileNameOf returns the last part of a name. */
export function fileNameOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

function problemOf(name: string): string | undefined {
  if (name === '' || name === '/') return 'must not be empty'
  if (!name.isWellFormed()) return 'must be valid Unicode'
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `must have at most ${MAX_NAME_BYTES} bytes`
  if (FORBIDDEN.test(name)) return 'must not contain control characters or backslashes'
  const parts = (isFolder(name) ? name.slice(0, -1) : name).split('/')
  if (parts.includes('')) return 'must neither begin with a slash nor contain two in a row'
  return parts.some((part) => part === '.' || part === '..')
    ? 'must not contain the parts "." and ".."'
    : undefined
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
