// The files of installed packages: read for esbuild, and found where an import names one exactly.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { PACKAGE_LIMITS } from '#platform/npm/limits.ts'

// What an import may leave out beside `.js`, in an order of esbuild's own.
const OTHERS = ['.ts', '.tsx', '.jsx']

/** ExactFile is a file that an import names; `sideEffects` is what its package says of importing it. */
export interface ExactFile {
  readonly path: string
  readonly sideEffects: boolean
}

/** PackageFiles are those below one folder, which is given as its real path; all paths are relative to it. */
export class PackageFiles {
  readonly #folder: string
  // Names of files by directory: all is written before the first of them is read.
  readonly #names = new Map<string, ReadonlySet<string>>()
  // By directory: undefined where that depends on the file.
  readonly #sideEffects = new Map<string, boolean | undefined>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * find returns the file that a relative import from another file names, with its extension or without `.js`. It returns
   * undefined for all that takes more to be found.
   */
  find(importer: string, wanted: string): ExactFile | undefined {
    if (!/^\.\.?\/.*[^/.]$/.test(wanted)) return undefined
    const path = posix.join(posix.dirname(importer), wanted)
    if (path.startsWith('../')) return undefined
    const sideEffects = this.#sideEffectsIn(posix.dirname(path))
    if (sideEffects === undefined) return undefined
    const names = this.#namesIn(posix.dirname(path))
    const base = posix.basename(path)
    if (names.has(base)) return { path, sideEffects }
    const isAlone = names.has(`${base}.js`) && !OTHERS.some((suffix) => names.has(base + suffix))
    return isAlone ? { path: `${path}.js`, sideEffects } : undefined
  }

  /** read returns the text of a file. Only what was installed is there, so that it refuses links, pipes and endless files. */
  read(path: string): string {
    const place = join(this.#folder, path)
    if (realpathSync.native(place) !== place) throw new Error(`${path} is a link`)
    const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      if (!stats.isFile() || stats.size > PACKAGE_LIMITS.unpackedBytes)
        throw new Error(`${path} is no file to read`)
      return readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  }

  #namesIn(directory: string): ReadonlySet<string> {
    const known = this.#names.get(directory) ?? readNames(join(this.#folder, directory))
    this.#names.set(directory, known)
    return known
  }

  // The nearest package.json counts, as for esbuild.
  #sideEffectsIn(directory: string): boolean | undefined {
    if (this.#sideEffects.has(directory)) return this.#sideEffects.get(directory)
    const found = this.#readSideEffects(directory)
    this.#sideEffects.set(directory, found)
    return found
  }

  #readSideEffects(directory: string): boolean | undefined {
    const manifest = posix.join(directory, 'package.json')
    if (!this.#namesIn(directory).has('package.json'))
      return directory === '.' ? undefined : this.#sideEffectsIn(posix.dirname(directory))
    try {
      const { sideEffects = true } = JSON.parse(this.read(manifest)) as { sideEffects?: unknown }
      return typeof sideEffects === 'boolean' ? sideEffects : undefined
    } catch {
      return undefined
    }
  }
}

function readNames(directory: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
  } catch {
    // There is none.
    return new Set()
  }
}
