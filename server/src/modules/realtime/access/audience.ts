// The subscribers of a table, indexed so that an event finds those who are allowed to see it without a check of each.
import type { CallerIndex, LiveAccess, Lookup } from '#engine/access/live-access.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { LiveCaller } from './callers.ts'

/** Listener is one subscription. */
export interface Listener {
  readonly caller: LiveCaller
}

interface Index {
  readonly definition: CallerIndex
  readonly byValue: Map<string, Set<LiveCaller>>
  /** unknown are callers whose values only PostgreSQL can compute. */
  readonly unknown: Set<LiveCaller>
}

/** Recipients are the callers who are allowed to see a row. */
export interface Recipients {
  readonly row: JsonRow
  /** everyUser is true if all signed-in users are allowed to. */
  readonly everyUser: boolean
  /** callers are all others who are; users only if not every user is. */
  readonly callers: Set<LiveCaller>
  /** undecided are callers for whom PostgreSQL has to decide. */
  readonly undecided: readonly LiveCaller[]
  /** work is what the selection has cost, in units of some nanoseconds. */
  readonly work: number
}

/** includes reports whether a caller is among the recipients. */
export function includes({ everyUser, callers }: Recipients, caller: LiveCaller): boolean {
  return (everyUser && caller.kind === 'user') || callers.has(caller)
}

// The work of a check besides its conditions, and of having PostgreSQL decide about one caller.
const CALLER = 16
const UNDECIDED = 100

/** Audience holds the subscribers of one table, by caller. */
export class Audience<L extends Listener> {
  readonly #users = new Map<LiveCaller, Set<L>>()
  // Keys and dashboard users: at most three callers, however many subscribers there are.
  readonly #others = new Map<LiveCaller, Set<L>>()
  #indexes: Index[] = []

  get size(): number {
    return this.#users.size + this.#others.size
  }

  add(listener: L): void {
    const callers = this.#callersLike(listener.caller)
    const known = callers.get(listener.caller)
    if (known !== undefined) {
      known.add(listener)
      return
    }
    callers.set(listener.caller, new Set([listener]))
    if (callers === this.#users) for (const index of this.#indexes) addTo(index, listener.caller)
  }

  remove(listener: L): void {
    const callers = this.#callersLike(listener.caller)
    const known = callers.get(listener.caller)
    known?.delete(listener)
    if (known?.size !== 0) return
    callers.delete(listener.caller)
    if (callers === this.#users) for (const index of this.#indexes) removeFrom(index, listener.caller)
  }

  has(listener: L): boolean {
    return this.#callersLike(listener.caller).get(listener.caller)?.has(listener) === true
  }

  /** arrange builds the indexes that a table's policies need. */
  arrange(definitions: readonly CallerIndex[]): void {
    this.#indexes = definitions.map((definition) => ({
      definition,
      byValue: new Map(),
      unknown: new Set(),
    }))
    for (const index of this.#indexes) for (const caller of this.#users.keys()) addTo(index, caller)
  }

  /** select returns who is allowed to see a row. */
  select(access: LiveAccess, row: JsonRow): Recipients {
    const decider = access.of(row)
    const callers = new Set<LiveCaller>()
    const undecided: LiveCaller[] = []
    let checked = 1
    const check = (caller: LiveCaller) => {
      checked += 1
      const verdict = decider.decide(caller)
      if (verdict === true) callers.add(caller)
      else if (verdict === undefined) undecided.push(caller)
    }
    for (const caller of this.#others.keys()) check(caller)
    const candidates = this.#users.size === 0 ? 'none' : decider.candidates()
    if (candidates === 'check') for (const caller of this.#users.keys()) check(caller)
    else if (typeof candidates !== 'string') for (const caller of this.#find(candidates)) check(caller)
    const work = decider.spent() + CALLER * checked + UNDECIDED * undecided.length
    return { row, everyUser: candidates === 'all', callers, undecided, work }
  }

  /** forEach calls `notify` with each listener of the recipients. */
  forEach({ everyUser, callers }: Recipients, notify: (listener: L) => void): void {
    if (everyUser) for (const listeners of this.#users.values()) listeners.forEach(notify)
    for (const caller of callers) this.#callersLike(caller).get(caller)?.forEach(notify)
  }

  all(): L[] {
    return [...this.#others.values(), ...this.#users.values()].flatMap((listeners) => [...listeners])
  }

  #callersLike({ kind }: LiveCaller): Map<LiveCaller, Set<L>> {
    return kind === 'user' ? this.#users : this.#others
  }

  #find(lookups: readonly Lookup[]): Set<LiveCaller> {
    const found = new Set<LiveCaller>()
    for (const { index: name, value } of lookups) {
      const index = this.#indexes.find(({ definition }) => definition.name === name)
      // Without the index no subscriber would be found, and events would be lost silently.
      if (index === undefined) throw new Error(`there is no index ${name}`)
      for (const caller of index.byValue.get(value) ?? []) found.add(caller)
      for (const caller of index.unknown) found.add(caller)
    }
    return found
  }
}

function addTo({ definition, byValue, unknown }: Index, caller: LiveCaller): void {
  const values = definition.valuesOf(caller)
  if (values === undefined) unknown.add(caller)
  for (const value of values ?? []) {
    const callers = byValue.get(value)
    if (callers === undefined) byValue.set(value, new Set([caller]))
    else callers.add(caller)
  }
}

function removeFrom({ definition, byValue, unknown }: Index, caller: LiveCaller): void {
  unknown.delete(caller)
  for (const value of definition.valuesOf(caller) ?? []) {
    const callers = byValue.get(value)
    callers?.delete(caller)
    if (callers?.size === 0) byValue.delete(value)
  }
}
