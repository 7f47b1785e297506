// Reads the files of a package, which is a gzipped tar, into memory. Links, devices and paths that lead out are left out.
import { gunzipSync } from 'node:zlib'
import { invalidInput } from '#platform/errors/app-error.ts'

/** PackageFile is one file; its path is below the folder of the package. */
export interface PackageFile {
  readonly path: string
  readonly bytes: Buffer
}

const BLOCK = 512
const SEGMENT = /^[^\0/\\]{1,255}$/
// What a bundler reads. Everything else would only take room.
const USED = /\.(?:[cm]?[jt]sx?|json|txt)$/i
const UNUSED = /\.d\.[cm]?ts$/i

/** unpack returns the files that a bundler reads, or throws 400 where the archive is damaged or larger than `most` bytes. */
export function unpack(tarball: Buffer, most: number, what: string): PackageFile[] {
  const archive = inflate(tarball, most, what)
  const files: PackageFile[] = []
  let named: string | undefined
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK)
    const size = Number.parseInt(text(header, 124, 12), 8)
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isSafeInteger(size) || bytes.length !== size) throw damaged(what)
    const type = text(header, 156, 1)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'x' || type === 'L') named = type === 'x' ? paxPath(bytes) : text(bytes, 0, size)
    else {
      const path = ownPath(named ?? headerPath(header))
      named = undefined
      if (path !== undefined && (type === '0' || type === '')) files.push({ path, bytes })
    }
  }
  return files
}

function inflate(tarball: Buffer, most: number, what: string): Buffer {
  try {
    return gunzipSync(tarball, { maxOutputLength: most })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw invalidInput(
        `${what} is too large: all packages may have ${most / 1024 / 1024} MB when unpacked.`,
      )
    throw damaged(what)
  }
}

// The first folder is `package` by custom, and left out whatever it is.
function ownPath(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  const own = segments.slice(1)
  if (own.length === 0 || !USED.test(path) || UNUSED.test(path)) return undefined
  if (segments.some((segment) => segment === '..' || !SEGMENT.test(segment))) return undefined
  // Packages that a package brings along itself have no hash of their own.
  return own.includes('node_modules') ? undefined : own.join('/')
}

function headerPath(header: Buffer): string {
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : ''
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`
}

// Records are like `25 path=package/index.js\n`.
function paxPath(bytes: Buffer): string | undefined {
  for (const line of bytes.toString('utf8').split('\n')) {
    const start = line.indexOf(' path=')
    if (start > 0 && /^\d+$/.test(line.slice(0, start))) return line.slice(start + ' path='.length)
  }
  return undefined
}

function text(bytes: Buffer, from: number, length: number): string {
  const part = bytes.subarray(from, from + length)
  const end = part.indexOf(0)
  return part.toString('utf8', 0, end < 0 ? part.length : end).trim()
}

function damaged(what: string): Error {
  return invalidInput(`The file of ${what} is damaged.`)
}
