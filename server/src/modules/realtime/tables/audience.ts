// Who listens to a table, arranged so that an event finds those who are allowed to see it without
// checking everybody (design 5).
import type { CallerIndex, LiveAccess, Lookup } from '#engine/access/live-access.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { LiveCaller } from './callers.ts'

/** Listener is one subscription's end. */
export interface Listener {
  readonly caller: LiveCaller
}

interface Index {
  readonly definition: CallerIndex
  readonly byValue: Map<string, Set<LiveCaller>>
  /** unknown are callers of whom only PostgreSQL knows under which value they stand. */
  readonly unknown: Set<LiveCaller>
}

/** Selection is who is allowed to see a row. */
export interface Selection {
  readonly row: JsonRow
  /** everyUser is true where all signed-in users may. */
  readonly everyUser: boolean
  /** callers are all others who may; of users only where not every user may. */
  readonly callers: Set<LiveCaller>
  /** unsure are those of whom PostgreSQL must be asked. */
  readonly unsure: readonly LiveCaller[]
  /** work is what it cost to find out, in units of some nanoseconds. */
  readonly work: number
}

/** includes says whether a selection lets a caller hear. */
export function includes({ everyUser, callers }: Selection, caller: LiveCaller): boolean {
  return (everyUser && caller.kind === 'user') || callers.has(caller)
}

// What deciding about a caller costs besides the conditions, and what asking PostgreSQL about one costs the node.
const CALLER = 16
const UNSURE = 100

/** Audience holds the listeners of one table, by caller. */
export class Audience<L extends Listener> {
  readonly #users = new Map<LiveCaller, Set<L>>()
  // Keys and dashboard users: at most three callers, whatever their number.
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
    if (callers === this.#users) for (const index of this.#indexes) enter(index, listener.caller)
  }

  remove(listener: L): void {
    const callers = this.#callersLike(listener.caller)
    const known = callers.get(listener.caller)
    known?.delete(listener)
    if (known?.size !== 0) return
    callers.delete(listener.caller)
    if (callers === this.#users) for (const index of this.#indexes) leave(index, listener.caller)
  }

  has(listener: L): boolean {
    return this.#callersLike(listener.caller).get(listener.caller)?.has(listener) === true
  }

  /** arrange prepares for a table's policies. */
  arrange(definitions: readonly CallerIndex[]): void {
    this.#indexes = definitions.map((definition) => ({
      definition,
      byValue: new Map(),
      unknown: new Set(),
    }))
    for (const index of this.#indexes) for (const caller of this.#users.keys()) enter(index, caller)
  }

  /** select returns who is allowed to see a row. */
  select(access: LiveAccess, row: JsonRow): Selection {
    const decider = access.of(row)
    const callers = new Set<LiveCaller>()
    const unsure: LiveCaller[] = []
    let asked = 1
    const ask = (caller: LiveCaller) => {
      asked += 1
      const verdict = decider.decide(caller)
      if (verdict === true) callers.add(caller)
      else if (verdict === undefined) unsure.push(caller)
    }
    for (const caller of this.#others.keys()) ask(caller)
    const candidates = this.#users.size === 0 ? 'none' : decider.candidates()
    if (candidates === 'check') for (const caller of this.#users.keys()) ask(caller)
    else if (typeof candidates !== 'string') for (const caller of this.#find(candidates)) ask(caller)
    const work = decider.spent() + CALLER * asked + UNSURE * unsure.length
    return { row, everyUser: candidates === 'all', callers, unsure, work }
  }

  /** forEach calls back with the listeners whom a selection lets hear. */
  forEach({ everyUser, callers }: Selection, tell: (listener: L) => void): void {
    if (everyUser) for (const listeners of this.#users.values()) listeners.forEach(tell)
    for (const caller of callers) this.#callersLike(caller).get(caller)?.forEach(tell)
  }

  /** all returns every listener. */
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
      // Without its index nobody would be found; that would be a silent loss.
      if (index === undefined) throw new Error(`there is no index ${name}`)
      for (const caller of index.byValue.get(value) ?? []) found.add(caller)
      for (const caller of index.unknown) found.add(caller)
    }
    return found
  }
}

function enter({ definition, byValue, unknown }: Index, caller: LiveCaller): void {
  const values = definition.valuesOf(caller)
  if (values === undefined) unknown.add(caller)
  for (const value of values ?? []) {
    const callers = byValue.get(value)
    if (callers === undefined) byValue.set(value, new Set([caller]))
    else callers.add(caller)
  }
}

function leave({ definition, byValue, unknown }: Index, caller: LiveCaller): void {
  unknown.delete(caller)
  for (const value of definition.valuesOf(caller) ?? []) {
    const callers = byValue.get(value)
    callers?.delete(caller)
    if (callers?.size === 0) byValue.delete(value)
  }
}
