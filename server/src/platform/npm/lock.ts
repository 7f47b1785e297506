// package-lock.json, version 3: which version of each package is where, with its hash.
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'
import { PACKAGE_LIMITS } from './limits.ts'
import { isPackageName } from './specs.ts'

/** LockedPackage is one package at its place. */
export interface LockedPackage {
  /** name is that in the registry, where it is not that of its place. */
  readonly name?: string | undefined
  readonly version: string
  readonly integrity: string
  readonly dependencies?: Readonly<Record<string, string>> | undefined
}

/** Lock maps places, such as node_modules/a/node_modules/b, to packages. */
export type Lock = Readonly<Record<string, LockedPackage>>

const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})
const file = z.object({ lockfileVersion: z.literal([2, 3]), packages: z.record(z.string(), entry) })

/**
 * readLock returns the packages of a package-lock.json, or undefined where it is of another format or does not fit the
 * dependencies of package.json: then they are resolved anew. It throws 400 where it names what is not of the registry.
 */
export function readLock(
  text: string | undefined,
  wanted: Readonly<Record<string, string>>,
): Lock | undefined {
  const parsed = file.safeParse(parse(text ?? ''))
  if (!parsed.success) return undefined
  const { '': root, ...rest } = parsed.data.packages
  if (!isSame(root?.dependencies ?? {}, wanted)) return undefined
  const used = Object.entries(rest).filter(([, { dev, optional }]) => !dev && !optional)
  return Object.fromEntries(used.map(([place, given]) => [place, check(place, given)]))
}

/** writeLock returns the text of a package-lock.json. */
export function writeLock(lock: Lock, wanted: Readonly<Record<string, string>>): string {
  const packages = { '': { dependencies: wanted }, ...lock }
  return `${JSON.stringify({ lockfileVersion: 3, requires: true, packages }, null, 2)}\n`
}

/** nameAt returns the name by which the package at a place is imported. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function check(place: string, given: z.infer<typeof entry>): LockedPackage {
  const { name = nameAt(place), version, integrity, resolved, dependencies } = given
  const file = `/-/${name.split('/').at(-1)}-${version}.tgz`
  const parts = place.split(/(?:^|\/)node_modules\//).slice(1)
  const isOwn =
    !given.link &&
    parts.length > 0 &&
    place.startsWith('node_modules/') &&
    [...parts, name].every(isPackageName) &&
    (resolved === undefined || (/^https?:/.test(resolved) && resolved.endsWith(file)))
  if (!isOwn || version === undefined || integrity === undefined)
    throw invalidInput(
      `package-lock.json: ${place.slice(0, PACKAGE_LIMITS.packages)} is not a package of the npm registry with a hash.`,
    )
  return { ...(name === nameAt(place) ? {} : { name }), version, integrity, dependencies }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
