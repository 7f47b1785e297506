// Chooses a version for every dependency and a place for every version: the first of a name goes to the top, where all find
// it, and others go right below the package that needs them, where they are in nobody's way.
import semver from 'semver'
import { invalidInput } from '#platform/errors/app-error.ts'
import { PACKAGE_LIMITS } from './limits.ts'
import type { Lock, LockedPackage } from './lock.ts'
import type { Packument, Registry } from './registry.ts'
import { readSpec, type Wanted } from './specs.ts'

interface Edge extends Wanted {
  /** from is the place of the package that asks, `` for the function. */
  readonly from: string
}

/** resolvePackages returns where which packages go. It throws 400 where something asked for is not there, or too much. */
export async function resolvePackages(
  registry: Registry,
  dependencies: Readonly<Record<string, string>>,
): Promise<Lock> {
  const lock = new Map<string, LockedPackage>()
  const packuments = new Map<string, Promise<Packument>>()
  const read = (name: string) => {
    const known = packuments.get(name) ?? registry.packument(name)
    packuments.set(name, known)
    return known
  }
  let level = edgesOf('', dependencies)
  while (level.length > 0) {
    await readAll(read, [...new Set(level.map(({ name }) => name))])
    const next: Edge[] = []
    for (const edge of level) {
      const packument = await read(edge.name)
      if (find(lock, edge, packument)) continue
      const manifest = packument.manifest(choose(packument, edge))
      const { dependencies: own, version, integrity } = manifest
      const place = placeFor(lock, edge)
      const named = edge.name === edge.alias ? {} : { name: edge.name }
      lock.set(place, { ...named, version, integrity, dependencies: own })
      if (lock.size > PACKAGE_LIMITS.packages) throw tooMany()
      next.push(...edgesOf(place, own))
    }
    level = next
  }
  return Object.fromEntries([...lock].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function edgesOf(from: string, dependencies: Readonly<Record<string, string>>): Edge[] {
  const names = Object.keys(dependencies).toSorted()
  if (names.length > PACKAGE_LIMITS.packages) throw tooMany()
  return names.map((alias) => ({ ...readSpec(alias, dependencies[alias]), from }))
}

// Some at a time, and never a rejection that nobody waits for.
async function readAll(read: (name: string) => Promise<unknown>, names: readonly string[]): Promise<void> {
  for (let n = 0; n < names.length; n += PACKAGE_LIMITS.packuments)
    await Promise.all(names.slice(n, n + PACKAGE_LIMITS.packuments).map(read))
}

function choose({ tags, versions }: Packument, { name, range, alias }: Edge): string {
  const tagged = tags[range === '' ? 'latest' : range]
  if (tagged !== undefined && versions.includes(tagged)) return tagged
  const latest = tags.latest
  if (latest !== undefined && versions.includes(latest) && semver.satisfies(latest, range)) return latest
  const found = semver.maxSatisfying([...versions], range)
  if (found === null) throw invalidInput(`${alias}: no version of ${name} fits ${range}.`)
  return found
}

/** The places in which Node looks for a name, the nearest first. */
function* placesOf({ from, alias }: Edge): Generator<string> {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    yield `${at}/node_modules/${alias}`
  yield `node_modules/${alias}`
}

function find(lock: ReadonlyMap<string, LockedPackage>, edge: Edge, { tags }: Packument): boolean {
  for (const place of placesOf(edge)) {
    const there = lock.get(place)
    if (there === undefined) continue
    if ((there.name ?? edge.alias) !== edge.name) return false
    return tags[edge.range] === there.version || semver.satisfies(there.version, edge.range)
  }
  return false
}

function placeFor(lock: ReadonlyMap<string, LockedPackage>, { from, alias }: Edge): string {
  const top = `node_modules/${alias}`
  return from === '' || !lock.has(top) ? top : `${from}/${top}`
}

function tooMany(): Error {
  return invalidInput(`The function needs more than ${PACKAGE_LIMITS.packages} packages.`)
}
