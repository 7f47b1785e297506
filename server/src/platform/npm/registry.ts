// The npm registry: what versions of a package there are, and their files. Addresses are made from names and versions alone,
// and redirects are not followed: nothing that a package says decides on where a request goes.
import { setTimeout as after } from 'node:timers/promises'
import semver from 'semver'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { PACKAGE_LIMITS } from './limits.ts'

/** Manifest is what one version of a package needs. */
export interface Manifest {
  readonly version: string
  /** integrity is the hash of its file, as `sha512-…`. */
  readonly integrity: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Packument is what the registry knows of a package. */
export interface Packument {
  readonly tags: Readonly<Record<string, string>>
  readonly versions: readonly string[]
  /** manifest returns that of a version, or throws 400 where nothing says what its file must be. */
  manifest(version: string): Manifest
}

/** Registry reads packages. */
export interface Registry {
  /** packument throws 400 where there is no such package, and 503 where the registry cannot be reached. */
  packument(name: string): Promise<Packument>
  tarball(name: string, version: string): Promise<Buffer>
}

interface Version {
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>
  readonly dist?: { readonly integrity?: string; readonly shasum?: string }
}

const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8'
const ATTEMPTS = 3
const PAUSE_MS = 300

/** openRegistry returns the registry at an address that ends with a slash. */
export function openRegistry(base: string): Registry {
  return {
    async packument(name) {
      const bytes = await read(base, name.replace('/', '%2f'), PACKAGE_LIMITS.packumentBytes, name)
      const known = JSON.parse(bytes.toString()) as {
        versions?: Record<string, Version>
        'dist-tags'?: Record<string, string>
      }
      const versions = new Map(Object.entries(known.versions ?? {}))
      return {
        tags: known['dist-tags'] ?? {},
        versions: [...versions.keys()].filter((version) => semver.valid(version) === version),
        manifest: (version) => manifestOf(name, version, versions.get(version) ?? {}),
      }
    },
    tarball: (name, version) =>
      read(
        base,
        `${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
        PACKAGE_LIMITS.tarballBytes,
        `${name}@${version}`,
      ),
  }
}

// Optional packages are programs for one platform: a function has no use for them.
function manifestOf(name: string, version: string, given: Version): Manifest {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, dist } = given
  const integrity =
    dist?.integrity ?? (dist?.shasum && `sha1-${Buffer.from(dist.shasum, 'hex').toString('base64')}`)
  if (!integrity) throw invalidInput(`The registry has no hash of ${name}@${version}.`)
  const needed = Object.entries({ ...peerDependencies, ...dependencies }).filter(
    ([one]) =>
      !Object.hasOwn(optionalDependencies, one) &&
      (Object.hasOwn(dependencies, one) || !given.peerDependenciesMeta?.[one]?.optional),
  )
  return { version, integrity, dependencies: Object.fromEntries(needed) }
}

async function read(base: string, path: string, most: number, what: string): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(base + path, most, what)
    } catch (error) {
      if (attempt === ATTEMPTS || (error instanceof AppError && error.code !== 'unavailable'))
        throw error instanceof AppError ? error : unreachable(error)
    }
    await after(PAUSE_MS * attempt)
  }
}

async function readOnce(url: string, most: number, what: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(PACKAGE_LIMITS.requestMs)
  const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: ABBREVIATED } })
  if (response.status === 404) throw invalidInput(`The npm registry has no ${what}.`)
  if (response.status !== 200) throw unreachable(new Error(`status ${response.status}`))
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > most)
      throw invalidInput(`${what} is too large: the registry sends more than ${most / 1024 / 1024} MB.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function unreachable(cause: unknown): AppError {
  const message = 'The npm registry cannot be reached, so that nothing was deployed. Try again shortly.'
  return new AppError('unavailable', message, { cause, headers: { 'retry-after': '10' } })
}
