// Who may hear of a row: the policies for select, decided in JavaScript as PostgreSQL decides them for a query
// (spec 6.1, design 5). What only PostgreSQL can decide comes out as undefined.

import type { ConditionActor } from '#engine/conditions/condition.ts'
import type { CallerKey } from '#engine/conditions/evaluate/caller-keys.ts'
import { callerKeyValue, rowKeyValue } from '#engine/conditions/evaluate/caller-keys.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import { Work } from '#engine/conditions/values/work.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Policy } from './policies.ts'

/** Caller is somebody who listens, as policies see them. */
export interface Caller {
  readonly kind: CallerKind
  readonly actor: ConditionActor
  readonly role_ids: readonly string[]
}

/** Row is a row as JSON gives it. */
export type Row = Readonly<Record<string, unknown>>

/** Verdict is an answer, or undefined where only PostgreSQL has one. */
export type Verdict = boolean | undefined

/** CallerIndex names an index over listening users: by role, or by what their credential says. */
export interface CallerIndex {
  readonly name: string
  /** valuesOf gives a caller's entries, or undefined where they cannot be told and the caller must always be asked. */
  valuesOf(caller: Caller): readonly string[] | undefined
}

/** Lookup is one entry of an index. */
export interface Lookup {
  readonly index: string
  readonly value: string
}

/** LiveAccess is a table's policies for select, made ready for events. */
export interface LiveAccess {
  /** indexes are those that `reach` looks users up in. */
  readonly indexes: readonly CallerIndex[]
  /** of looks at one row. */
  of(row: Row): RowAccess
}

/** RowAccess is who may see one row. */
export interface RowAccess {
  /**
   * decide says whether a caller may see it. All callers together may cost a bounded amount of work; of those beyond it
   * only PostgreSQL knows.
   */
  decide(caller: Caller): Verdict
  /**
   * reach narrows down which users to ask: every user may see the row, or none, or each is to be asked, or only those
   * whom the lookups find.
   */
  reach(): 'every' | 'none' | 'ask' | readonly Lookup[]
  /** spent returns what the row has cost so far, in units of some nanoseconds. */
  spent(): number
}

/** compileLiveAccess makes a table's policies ready for events. */
export function compileLiveAccess(table: TableShape, policies: readonly Policy[]): LiveAccess {
  const rules = policies.filter(({ action }) => action === 'select').map((policy) => ruleOf(table, policy))
  const allows = rules.filter(({ policy }) => policy.effect === 'allow')
  const denies = rules.filter(({ policy }) => policy.effect === 'deny')
  const keysDecided = allows.some(({ policy }) => policy.subject === 'api_key')
  const indexes = new Map(allows.flatMap((rule) => rule.finders).map(({ index }) => [index.name, index]))
  return {
    indexes: [...indexes.values()],
    of: (row) => {
      const facts = new RowFacts(row)
      return {
        decide: (caller) => decide(allows, denies, keysDecided, facts, caller),
        reach: () => reach(allows, denies, facts),
        spent: () => facts.work.spent,
      }
    },
  }
}

function decide(
  allows: readonly Rule[],
  denies: readonly Rule[],
  keysDecided: boolean,
  facts: RowFacts,
  caller: Caller,
): Verdict {
  if (caller.kind === 'dashboard') return true
  const byDefault = caller.kind === 'secret' && !keysDecided
  const granted = byDefault || anyHolds(allows, facts, caller)
  if (granted === false) return false
  const denied = anyHolds(denies, facts, caller)
  if (denied === true) return false
  return granted === true && denied === false ? true : undefined
}

function anyHolds(rules: readonly Rule[], facts: RowFacts, caller: Caller): Verdict {
  let answer: Verdict = false
  for (const rule of rules) {
    const holds = rule.holds(facts, caller)
    if (holds === true) return true
    if (holds === undefined) answer = undefined
  }
  return answer
}

function reach(allows: readonly Rule[], denies: readonly Rule[], facts: RowFacts) {
  const ofUsers = (rules: readonly Rule[]) => rules.filter((rule) => rule.whole && rule.forUsers)
  if (ofUsers(denies).some((rule) => facts.verdict(rule.policy) === true)) return 'none'
  if (ofUsers(allows).some((rule) => facts.verdict(rule.policy) === true)) {
    const open = denies.some((rule) => rule.forUsers && !(rule.byRow && facts.verdict(rule.policy) === false))
    return open ? 'ask' : 'every'
  }
  const lookups: Lookup[] = []
  for (const rule of allows) {
    if (!rule.forUsers || (rule.byRow && facts.verdict(rule.policy) === false)) continue
    const found = rule.finders.map((finder) => finder.find(facts.row)).find((one) => one !== undefined)
    if (found === undefined) return 'ask'
    lookups.push(...found)
  }
  return lookups
}

// What a row says by itself is found out once, whoever is asked about.
class RowFacts {
  readonly row: Row
  readonly work = new Work()
  readonly #verdicts = new Map<Policy, Verdict>()

  constructor(row: Row) {
    this.row = row
  }

  /** verdict is a condition's answer where it does not ask who calls. */
  verdict(policy: Policy): Verdict {
    if (policy.condition === undefined) return true
    if (this.#verdicts.has(policy)) return this.#verdicts.get(policy)
    const verdict = test(policy, this.row, NOBODY, this.work)
    this.#verdicts.set(policy, verdict)
    return verdict
  }
}

const NOBODY: ConditionActor = { uid: null, email: null, claims: {} }

function test({ condition }: Policy, row: Row, actor: ConditionActor, work: Work): Verdict {
  if (condition === undefined) return true
  if (condition.evaluate === undefined) return undefined
  const answer = condition.evaluate(row, actor, work)
  return answer === undefined ? undefined : answer === true
}

interface Finder {
  readonly index: CallerIndex
  /** find gives the entries under which all callers stand for whom the rule can hold, or undefined where any may. */
  find(row: Row): readonly Lookup[] | undefined
}

interface Rule {
  readonly policy: Policy
  /** forUsers is true where it can speak of signed-in users. */
  readonly forUsers: boolean
  /** whole is true where it speaks of all users alike. */
  readonly whole: boolean
  /** byRow is true where the condition, if there is one, does not ask who calls. */
  readonly byRow: boolean
  readonly finders: readonly Finder[]
  holds(facts: RowFacts, caller: Caller): Verdict
}

function ruleOf(table: TableShape, policy: Policy): Rule {
  const { subject, condition } = policy
  const byRow = condition?.readsCaller !== true
  const speaksOf = subjectTest(table, policy)
  return {
    policy,
    forUsers: subject !== 'api_key',
    whole: byRow && (subject === 'public' || subject === 'authenticated'),
    byRow,
    finders: findersOf(table, policy),
    holds(facts, caller) {
      const speaks = speaksOf(facts.row, caller)
      if (speaks === false) return false
      const answer = byRow ? facts.verdict(policy) : test(policy, facts.row, caller.actor, facts.work)
      return answer === false ? false : speaks === true ? answer : undefined
    },
  }
}

function subjectTest(
  table: TableShape,
  { subject, role_ids }: Policy,
): (row: Row, caller: Caller) => Verdict {
  const isUser = (_: Row, { kind }: Caller) => kind === 'user'
  switch (subject) {
    case 'public':
      return () => true
    case 'authenticated':
      return isUser
    case 'api_key':
      return (_, { kind }) => kind === 'secret' || kind === 'publishable'
    case 'owner': {
      const owner = ownerOf(table)
      return (row, caller) => {
        if (caller.kind !== 'user') return false
        const value = owner === undefined ? undefined : rowKeyValue(row, owner)
        return value === undefined ? undefined : value !== null && value === caller.actor.uid
      }
    }
    case 'role':
      return (row, caller) => isUser(row, caller) && caller.role_ids.some((id) => role_ids.includes(id))
  }
}

// A padded text, or a number, is PostgreSQL's to compare with a uid.
function ownerOf({ columns, owner_column }: TableShape): string | undefined {
  const column = columns.get(owner_column ?? '')
  return column !== undefined && ['uuid', 'text', 'string'].includes(column.data_type)
    ? column.name
    : undefined
}

function findersOf(table: TableShape, policy: Policy): Finder[] {
  const finders = (policy.condition?.callerKeys ?? []).map(keyFinder)
  const owner = policy.subject === 'owner' ? ownerOf(table) : undefined
  if (owner !== undefined) finders.unshift(keyFinder({ column: owner, which: 'uid', claim: '' }))
  if (policy.subject === 'role') finders.push(roleFinder(policy.role_ids))
  return finders
}

function keyFinder({ column, which, claim }: CallerKey): Finder {
  const name = which === 'claim' ? `claim ${claim}` : which
  return {
    index: {
      name,
      valuesOf: ({ actor }) => {
        const value = callerKeyValue({ which, claim }, actor)
        return value === undefined ? undefined : value === null ? [] : [value]
      },
    },
    find: (row) => {
      const value = rowKeyValue(row, column)
      return value === undefined ? undefined : value === null ? [] : [{ index: name, value }]
    },
  }
}

function roleFinder(roleIds: readonly string[]): Finder {
  const lookups = roleIds.map((value) => ({ index: 'role', value }))
  return { index: { name: 'role', valuesOf: ({ role_ids }) => role_ids }, find: () => lookups }
}
