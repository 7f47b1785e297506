// What differs between two states of a thing, and what people call it.

import { AS_IT_IS, maskAddress } from './mask-secrets.ts'

/** Difference is what differs between two states: the members of an object, the entries of a list, or all of a value. */
export interface Difference {
  readonly before: unknown
  readonly after: unknown
}

/**
 * differenceOf returns what has changed between two states, of which either may be missing. Of lists in which `made`, an id, is
 * new, it is that entry: what else is new was made by others in the same moment.
 */
export function differenceOf(before: unknown, after: unknown, made?: string): Difference {
  if (Array.isArray(before) && Array.isArray(after)) {
    const isMade = (one: unknown) => isObject(one) && one.id === made
    if (made !== undefined && after.some(isMade) && !before.some(isMade))
      return { before: undefined, after: after.find(isMade) }
    const [gone, come] = [withoutEqual(before, after), withoutEqual(after, before)]
    // A list that has got or lost one entry is about that entry.
    if (gone.length + come.length === 1) return { before: gone[0], after: come[0] }
    return { before: gone, after: come }
  }
  if (!isObject(before) || !isObject(after)) return { before, after }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    // The time of the entry says it.
    (name) => name !== 'updated_at' && textOf(before[name]) !== textOf(after[name]),
  )
  const of = (state: Record<string, unknown>, other: Record<string, unknown>) =>
    Object.fromEntries(
      names.filter((name) => name in state).map((name) => [name, partOf(state[name], other[name])]),
    )
  return { before: of(before, after), after: of(after, before) }
}

// Of a list of things, such as the columns of a table, those that differ.
function partOf(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other) || ![...value, ...other].every(isObject)) return value
  return withoutEqual(value, other)
}

const TITLES = ['name', 'slug', 'email', 'title', 'key', 'domain', 'kind', 'url', 'phone', 'action'] as const

/** titleOf returns what people call a thing, where its state says so, as the log shows that. */
export function titleOf(state: unknown, shownAs = AS_IT_IS): string | undefined {
  if (typeof state === 'string') return maskAddress(state)
  if (!isObject(state)) return undefined
  const titles = TITLES.map((name) => shownAs(name, state[name]))
  const title = titles.find((one): one is string => typeof one === 'string' && one !== '')
  return title && maskAddress(title)
}

/** onlyThing returns the entry of a list within a state where that is all that the state holds. */
export function onlyThing(state: unknown): unknown {
  const lists = isObject(state) ? Object.values(state).filter(Array.isArray) : []
  const [thing, ...others] = lists.flat()
  return others.length === 0 && isObject(thing) ? thing : undefined
}

function withoutEqual(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const texts = new Set(others.map(textOf))
  return list.filter((one) => !texts.has(textOf(one)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
