// Writes packages into a folder, each checked against its hash. None of their scripts is run. Whoever does so compiles one
// function and nothing else, so that files are written without a turn of the event loop for each: packages have thousands.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalidInput } from '#platform/errors/app-error.ts'
import { PACKAGE_LIMITS } from './limits.ts'
import { type Lock, nameAt } from './lock.ts'
import type { Registry } from './registry.ts'
import { unpack } from './unpack.ts'

/** installPackages writes the packages of a lock below a folder. It throws 400 where one is not what the lock says. */
export async function installPackages(registry: Registry, lock: Lock, folder: string): Promise<void> {
  const places = Object.entries(lock)
  if (places.length > PACKAGE_LIMITS.packages)
    throw invalidInput(`The function needs more than ${PACKAGE_LIMITS.packages} packages.`)
  let bytes: number = PACKAGE_LIMITS.unpackedBytes
  let files: number = PACKAGE_LIMITS.files
  const made = new Set<string>()
  const install = async ([place, { name = nameAt(place), version, integrity }]: (typeof places)[number]) => {
    const what = `${name}@${version}`
    const tarball = await registry.tarball(name, version)
    if (!isIntact(tarball, integrity)) throw invalidInput(`${what} is not what its hash says: ${integrity}.`)
    for (const file of unpack(tarball, PACKAGE_LIMITS.unpackedBytes, what)) {
      bytes -= file.bytes.length
      files -= 1
      if (bytes < 0 || files < 0) throw tooLarge()
      const path = join(folder, place, file.path)
      const parent = dirname(path)
      if (!made.has(parent)) mkdirSync(parent, { recursive: true })
      made.add(parent)
      writeFileSync(path, file.bytes)
    }
  }
  for (let n = 0; n < places.length; n += PACKAGE_LIMITS.parallel)
    await Promise.all(places.slice(n, n + PACKAGE_LIMITS.parallel).map(install))
}

const STRONG = ['sha512', 'sha384', 'sha256', 'sha1']

// Of several hashes, those of the strongest kind count (Subresource Integrity).
function isIntact(bytes: Buffer, integrity: string): boolean {
  const hashes = integrity.split(/\s+/).map((one) => one.split('?', 1)[0] ?? '')
  const kind = STRONG.find((one) => hashes.some((hash) => hash.startsWith(`${one}-`)))
  if (kind === undefined) return false
  return hashes.includes(`${kind}-${createHash(kind).update(bytes).digest('base64')}`)
}

function tooLarge(): Error {
  const { unpackedBytes, files } = PACKAGE_LIMITS
  return invalidInput(
    `The packages are too large: ${unpackedBytes / 1024 / 1024} MB in ${files} files is the most.`,
  )
}
