// The header Prefer (RFC 7240), as PostgREST users know it.
import { invalidInput } from '#platform/errors/app-error.ts'

/** MAX_AFFECTED is how many rows one write by filter may concern. */
export const MAX_AFFECTED = 10_000

/** ManyPreferences is how a write of all rows that match is wanted. */
export interface ManyPreferences {
  /** returning is true where the rows are wanted in the answer, and not only their number. */
  readonly returning: boolean
  readonly most: number
  /** applied is the value of Preference-Applied. */
  readonly applied: string
}

const KNOWN: ReadonlySet<string> = new Set(['return', 'max-affected', 'handling'])

/** preferencesIn reads a header into its preferences; of one that is given twice the first counts. */
export function preferencesIn(header: string | string[] | undefined): Map<string, string> {
  const parts = [header ?? ''].flat().join(',').split(',')
  const pairs = parts.flatMap((part) => {
    const [name = '', ...value] = part.split('=')
    return name.trim() === '' ? [] : [[name.trim().toLowerCase(), value.join('=').trim()] as const]
  })
  return new Map(pairs.reverse())
}

/** readManyPreferences reads `return=…` and `max-affected=…`; with `handling=strict`, what is unknown is refused. */
export function readManyPreferences(header: string | string[] | undefined): ManyPreferences {
  const given = preferencesIn(header)
  const handling = oneOf(given, 'handling', ['lenient', 'strict'])
  const unknown = [...given.keys()].find((name) => !KNOWN.has(name))
  if (handling === 'strict' && unknown !== undefined)
    throw invalidInput(
      `Prefer: ${unknown.slice(0, 63)} is not possible here. There are ${[...KNOWN].join(', ')}.`,
    )
  const returning = oneOf(given, 'return', ['minimal', 'representation'])
  const most = given.get('max-affected')
  const applied = [...given].filter(([name]) => KNOWN.has(name)).map(([name, value]) => `${name}=${value}`)
  return {
    returning: returning === 'representation',
    most: most === undefined ? MAX_AFFECTED : affected(most),
    applied: applied.reverse().join(', '),
  }
}

function oneOf(given: ReadonlyMap<string, string>, name: string, values: readonly string[]) {
  const value = given.get(name)
  if (value === undefined || values.includes(value)) return value
  throw invalidInput(`Prefer: ${name} is ${values.join(' or ')}.`)
}

function affected(text: string): number {
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value <= MAX_AFFECTED) return value
  throw invalidInput(`Prefer: max-affected is a whole number between 0 and ${MAX_AFFECTED}.`)
}
