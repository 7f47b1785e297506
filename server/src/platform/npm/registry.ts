// The npm registry: what versions of a package there are, and their files. Addresses are made from names and versions alone,
// and redirects are not followed: nothing that a package says decides on where a request goes.
import semver from 'semver'
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'
import { openDownloads, unreachable } from './download.ts'
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
  /** packument throws 400 where there is no such package, 503 where the registry fails, and 504 where it is silent. */
  packument(name: string): Promise<Packument>
  tarball(name: string, version: string): Promise<Buffer>
}

const texts = z.record(z.string(), z.string()).default({})
const versionOf = z.object({
  dependencies: texts,
  optionalDependencies: texts,
  peerDependencies: texts,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
  dist: z.object({ integrity: z.string().optional(), shasum: z.string().optional() }).default({}),
})
// Versions are read one by one: some packages have thousands.
const known = z.object({
  versions: z.record(z.string(), z.unknown()).default({}),
  'dist-tags': z.record(z.string(), z.string()).default({}),
})

/** openRegistry returns the registry at an address that ends with a slash; `silentMs` is how long it may send nothing. */
export function openRegistry(base: string, silentMs?: number): Registry {
  const download = openDownloads(base, silentMs)
  return {
    async packument(name) {
      const bytes = await download(name.replace('/', '%2f'), PACKAGE_LIMITS.packumentBytes, name)
      const { versions, 'dist-tags': tags } = readPackument(bytes)
      return {
        tags,
        versions: Object.keys(versions).filter((version) => semver.valid(version) === version),
        manifest: (version) => manifestOf(name, version, versions[version]),
      }
    },
    tarball: (name, version) =>
      download(
        `${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
        PACKAGE_LIMITS.tarballBytes,
        `${name}@${version}`,
      ),
  }
}

// What is none, such as the page of a network that wants its users to sign in, is as good as no answer.
function readPackument(bytes: Buffer): z.output<typeof known> {
  try {
    return known.parse(JSON.parse(bytes.toString()))
  } catch (error) {
    throw unreachable(error)
  }
}

// Optional packages are programs for one platform: a function has no use for them.
function manifestOf(name: string, version: string, given: unknown): Manifest {
  const read = versionOf.safeParse(given)
  if (!read.success) throw invalidInput(`What the registry says of ${name}@${version} cannot be read.`)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, dist } = read.data
  const integrity =
    dist.integrity ?? (dist.shasum && `sha1-${Buffer.from(dist.shasum, 'hex').toString('base64')}`)
  if (!integrity) throw invalidInput(`The registry has no hash of ${name}@${version}.`)
  const needed = Object.entries({ ...peerDependencies, ...dependencies }).filter(
    ([one]) =>
      !Object.hasOwn(optionalDependencies, one) &&
      (Object.hasOwn(dependencies, one) || !peerDependenciesMeta[one]?.optional),
  )
  return { version, integrity, dependencies: Object.fromEntries(needed) }
}
