// Builds the console on `npm ci` and `npm install`, when something has changed since the last build (docs/console.md).
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const CONSOLE = fileURLToPath(new URL('.', import.meta.url))
const DIST = join(CONSOLE, 'dist')
const SOURCES = ['.', '../clients/typescript/src', '../clients/api-types/src', '../package-lock.json']
const SKIPPED = new Set(['node_modules', 'dist', 'test'])

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !SKIPPED.has(name) && !name.startsWith('dist.'))
  return names.sort().flatMap((name) => filesOf(join(path, name)))
}

function hashSources() {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesOf(join(CONSOLE, source)))
      hash.update(`${file.slice(CONSOLE.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function builtHash() {
  const file = join(DIST, 'build.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).hash : undefined
}

function compress(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  for (const file of filesOf(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

// Whoever builds, a test for instance, gets what `npm ci` makes.
process.env.NODE_ENV = 'production'

/** build writes dist/ in one step, so that whoever reads it meanwhile sees the old one or the new one. */
async function build(vite, hash) {
  const next = join(CONSOLE, `dist.${process.pid}`)
  const options = { root: CONSOLE, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } }
  await vite.build(options)
  compress(next)
  writeFileSync(join(next, 'build.json'), JSON.stringify({ hash }))
  rmSync(DIST, { recursive: true, force: true })
  try {
    renameSync(next, DIST)
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    // Somebody else has built the same meanwhile.
    if (builtHash() !== hash) throw error
  }
}

const hash = hashSources()
if (process.argv.includes('--force') || builtHash() !== hash) {
  const vite = await import('vite').catch(() => undefined)
  if (vite === undefined) console.log('The web console is not built: Vite is not installed (--omit=dev).')
  else await build(vite, hash)
}
