// The server's configuration: one frozen object, read from the settings and handed in as an argument.

import { suggestion } from '#engine/shapes/nearest-names.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { problemOf } from '#platform/errors/problems.ts'
import { type NetworkEnvironment, networkEnvironment } from './network-environment.ts'
import type { Setting, SettingGroup, ValuesOf } from './setting.ts'
import { settings } from './settings.ts'

/** Config is the frozen settings of one running server. */
export type Config = ValuesOf<typeof settings> & {
  /** networkEnvironment is what processes that reach the network receive of the server's environment. */
  readonly networkEnvironment: NetworkEnvironment
}

type Environment = Readonly<Record<string, string | undefined>>
type Values = Readonly<Record<string, unknown>>

/** ConfigError has one sentence for each invalid setting. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

const PREFIX = 'MSINGI_'
// Of the tests, and of programs that call a server.
const OTHERS = /^MSINGI_(?:TEST_\w+|URL|SERVER|PROJECT|KEY|EMAIL|PASSWORD|SHOTS)$/

// Kubernetes sets these for each service of a namespace, whatever it is called, in all containers there.
const KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)/

const entries = Object.entries<Setting | SettingGroup<Values>>(settings)
const groups = entries.flatMap(([, entry]) => ('fields' in entry ? entry : []))

/** SETTINGS are all settings, those of groups too, in the order of their table. */
export const SETTINGS: readonly Setting[] = entries.flatMap(([, entry]) =>
  'fields' in entry ? Object.values(entry.fields) : entry,
)

function isSet([name, value]: readonly [string, string | undefined]): boolean {
  const isPort = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value ?? '')
  return value !== '' && !isPort && !KUBERNETES.test(name)
}

/** readConfig validates an environment. Throws a ConfigError that names every invalid or unknown setting. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(isSet))
  const problems = [...wrongValues(given), ...unknownNames(given)]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const values = entries.map(([name, entry]) => [name, readValue(entry, given)])
  return Object.freeze({ ...Object.fromEntries(values), networkEnvironment: networkEnvironment(given) })
}

// Undefined where the value is wrong.
function readValue(entry: Setting | SettingGroup<Values>, given: Environment): unknown {
  if (!('fields' in entry)) return entry.schema.safeParse(given[entry.variable]).data
  const values = valuesOf(entry, given)
  return values[entry.key] === undefined ? undefined : values
}

function valuesOf({ fields }: SettingGroup<Values>, given: Environment): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readValue(field, given)]))
}

function wrongValues(given: Environment): string[] {
  const wrong = SETTINGS.flatMap(({ variable, schema }) =>
    (schema.safeParse(given[variable]).error?.issues ?? []).map((issue) => ({
      variable,
      problem: problemOf(issue),
    })),
  )
  const isWrong = new Set(wrong.map(({ variable }) => variable))
  const missing = groups
    .flatMap((group) => missingIn(group, given))
    .filter(({ variable }) => !isWrong.has(variable))
  return [...wrong, ...missing].map(({ variable, problem }) => `${variable}: ${problem}.`)
}

function missingIn(group: SettingGroup<Values>, given: Environment) {
  const values = valuesOf(group, given)
  const variable = (name: string) => group.fields[name]?.variable ?? name
  return group
    .requirements(values)
    .filter(([needed, by]) => values[needed] === undefined && values[by] !== undefined)
    .map(([needed, by]) => ({ variable: variable(needed), problem: `is required with ${variable(by)}` }))
}

// A name that is misspelt would leave its setting as it is without a word.
function unknownNames(given: Environment): string[] {
  const known = SETTINGS.map(({ variable }) => variable)
  return Object.keys(given)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OTHERS.test(name))
    .map((name) => {
      const bare = name.slice(PREFIX.length)
      const meant = known.includes(bare) ? ` Did you mean ${bare}?` : suggestion(name, known)
      return `${name}: there is no such setting.${meant} docs/configuration.md lists all.`
    })
}
