// Builds the console on `npm ci` and `npm install`, when something has changed since the last build (docs/console.md).
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const CONSOLE = fileURLToPath(new URL('.', import.meta.url))
const DIST = join(CONSOLE, 'dist')
const SOURCES = [
  '.',
  '../clients/typescript/src',
  '../clients/api-types/src',
  '../clients/snippets/src',
  '../examples/music-store',
  '../package-lock.json',
]
const SKIPPED = new Set(['node_modules', 'dist', 'test'])
// How often others may be faster with another build.
const MOST_TRIES = 5
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM'])

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !SKIPPED.has(name) && !name.startsWith('dist.'))
  return names.sort().flatMap((name) => filesOf(join(path, name)))
}

// An installation that does not build may leave out folders.
function hashSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES.filter((name) => existsSync(join(CONSOLE, name))))
    for (const file of filesOf(join(CONSOLE, source)))
      hash.update(`${file.slice(CONSOLE.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

// What was built may be exchanged while it is read.
function builtHash() {
  try {
    return JSON.parse(readFileSync(join(DIST, 'build.json'), 'utf8')).hash
  } catch {
    return undefined
  }
}

// A file that fits into one packet arrives no sooner compressed.
const LEAST_BYTES = 1024
const LEAST_SAVED_BYTES = 200

/** compress puts brotli and gzip in the place of each file that becomes smaller; the server unpacks it for who takes neither. */
function compress(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  for (const file of filesOf(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const bytes = readFileSync(file)
    if (bytes.length < LEAST_BYTES) continue
    const gzip = gzipSync(bytes, { level: 9 })
    if (bytes.length - gzip.length < LEAST_SAVED_BYTES) continue
    writeFileSync(`${file}.gz`, gzip)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    rmSync(file)
  }
}

// Whoever builds, a test for instance, gets what `npm ci` makes.
process.env.NODE_ENV = 'production'

/** build makes dist/ in a folder of its own. Of those that build the same at once, one is first, and what it built stays. */
async function build(vite, hash) {
  const next = join(CONSOLE, `dist.${process.pid}`)
  try {
    await vite.build({ root: CONSOLE, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } })
    compress(next)
    writeFileSync(join(next, 'build.json'), JSON.stringify({ hash }))
    if (isForced || builtHash() !== hash) exchange(next, hash)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** exchange puts a folder in the place of dist/, which is never half of one and half of another. */
function exchange(next, hash) {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const last = `${next}.${tries}`
    moveAway(last)
    try {
      return renameSync(next, DIST)
    } catch (error) {
      if (builtHash() === hash) return
      if (!TAKEN.has(error.code) || tries === MOST_TRIES) throw error
    } finally {
      rmSync(last, { recursive: true, force: true })
    }
  }
}

function moveAway(last) {
  try {
    renameSync(DIST, last)
  } catch (error) {
    // There is none, or somebody else has just moved it.
    if (error.code !== 'ENOENT') throw error
  }
}

const isForced = process.argv.includes('--force')
const hash = hashSources()
if (isForced || builtHash() !== hash) {
  const vite = await import('vite').catch(() => undefined)
  if (vite !== undefined) await build(vite, hash)
  else if (builtHash() === undefined)
    console.log('The web console is not built: Vite is not installed (--omit=dev).')
}
