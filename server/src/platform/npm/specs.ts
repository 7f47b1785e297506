// What package.json may ask for: ranges of versions, tags and aliases of packages of the registry. Everything else (git, files,
// addresses) would make the server read what somebody else has chosen.
import semver from 'semver'
import { invalidInput } from '#platform/errors/app-error.ts'

/** Wanted is a package to find; `alias` is the name by which it is imported. */
export interface Wanted {
  readonly alias: string
  readonly name: string
  /** range is a range of versions, or a tag such as latest. */
  readonly range: string
}

const MAX_NAME = 214
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i
const TAG = /^[a-z][a-z0-9._-]{0,100}$/i
const MAX_RANGE = 256

/** isPackageName reports whether a name can be that of a package. */
export function isPackageName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name) && !/(?:^|\/)(?:node_modules|favicon\.ico)$/i.test(name)
}

/** readSpec returns what a dependency asks for, or throws 400 where that is not a package of the registry. */
export function readSpec(alias: string, spec: unknown): Wanted {
  if (!isPackageName(alias)) throw invalidInput(`${alias.slice(0, MAX_NAME)} is no name of a package.`)
  const text = typeof spec === 'string' ? spec.trim() : undefined
  if (text === undefined || text.length > MAX_RANGE) throw foreign(alias, spec)
  const [name, range] = text.startsWith('npm:') ? splitAlias(text.slice('npm:'.length)) : [alias, text]
  if (!isPackageName(name)) throw foreign(alias, spec)
  if (semver.validRange(range) === null && !TAG.test(range)) throw foreign(alias, spec)
  return { alias, name, range }
}

// As name@range, where the name may have a scope.
function splitAlias(text: string): [name: string, range: string] {
  const at = text.indexOf('@', 1)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function foreign(alias: string, spec: unknown): Error {
  const said = JSON.stringify(spec)?.slice(0, 100)
  return invalidInput(
    `${alias} asks for ${said}: functions can use versions from the npm registry, such as "^1.2.0", and no files, git ` +
      'repositories or addresses.',
  )
}
