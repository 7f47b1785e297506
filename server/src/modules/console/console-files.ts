// The built files of the console, in memory: no path of a request ever reaches the disk.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** ConsoleFile is one file, plain and as it was compressed when it was built; small ones are not. */
export interface ConsoleFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** ConsoleFiles are the page, with a placeholder for its nonce, and the files that it loads by their path. */
export interface ConsoleFiles {
  readonly page: string
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

const DIST = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** readConsoleFiles returns the files of `folder`, or undefined where the console is not built. */
export function readConsoleFiles(folder: string = DIST): ConsoleFiles | undefined {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const known = new Set(names)
    const read = (name: string) => (known.has(name) ? readFileSync(join(folder, name)) : undefined)
    // Large files are kept compressed alone (console/prepare.js).
    const whole = new Set(names.map((name) => name.replace(/\.gz$/, '')))
    const assets = [...whole].flatMap((name): [string, ConsoleFile][] => {
      const type = TYPES[extname(name)]
      if (type === undefined) return []
      const gzip = read(`${name}.gz`)
      const plain = read(name) ?? (gzip && gunzipSync(gzip))
      if (plain === undefined) return []
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
      return [[name.replaceAll('\\', '/'), { type, etag, plain, br: read(`${name}.br`), gzip }]]
    })
    return { page: readFileSync(join(folder, 'index.html'), 'utf8'), assets: new Map(assets) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
