// What of a result is not as a case expects it.
import { Digits, isExact, isSameNumber } from './digits.ts'

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => value instanceof Digits,
  uuid: (value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
}

/**
 * findDifferences returns a sentence for each place where a result is not as expected. Objects may have more members, unless
 * `whole`; lists may not. What no double holds may have come as text.
 */
export function findDifferences(expected: unknown, actual: unknown, whole = false, at = '$'): string[] {
  if (expected instanceof Digits) {
    const text = actual instanceof Digits ? actual.text : isExact(expected.text) ? undefined : actual
    const same = typeof text === 'string' && isNumber(text) && isSameNumber(expected.text, text)
    return same ? [] : [differ(expected, actual, at)]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [differ(expected, actual, at)]
    return expected.flatMap((one, index) => findDifferences(one, actual[index], whole, `${at}[${index}]`))
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [differ(expected, actual, at)]
  const { $is, $count, $has, $only } = expected
  if ($only !== undefined) return findDifferences($only, actual, true, at)
  if (typeof $is === 'string') return KINDS[$is]?.(actual) ? [] : [differ(expected, actual, at)]
  if ($has !== undefined) return String(actual).includes(String($has)) ? [] : [differ(expected, actual, at)]
  if ($count instanceof Digits)
    return Array.isArray(actual) && actual.length === Number($count.text)
      ? []
      : [`${at}: ${$count.text} expected, ${Array.isArray(actual) ? actual.length : show(actual)} came`]
  if (!isObject(actual)) return [differ(expected, actual, at)]
  const more = whole ? Object.keys(actual).filter((name) => !(name in expected)) : []
  return [
    ...more.map((name) => `${at}.${name}: not expected, ${show(actual[name])} came`),
    ...Object.entries(expected).flatMap(([name, one]) =>
      findDifferences(one, actual[name] ?? null, whole, `${at}.${name}`),
    ),
  ]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)
}

function differ(expected: unknown, actual: unknown, at: string): string {
  return `${at}: ${show(expected)} expected, ${show(actual)} came`
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
