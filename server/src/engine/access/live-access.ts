// Who may see a changed row: the policies for select, decided in JavaScript as PostgreSQL decides them for a query,
// and indexes over the subscribers, so that not every one has to be checked for every row.

import type { CallerKey } from '#engine/conditions/evaluate/caller-keys.ts'
import { callerKeyValue, rowKeyValue } from '#engine/conditions/evaluate/caller-keys.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { decide, type PolicySet, policySetOf, VERDICTS, type Verdict } from './decision.ts'
import type { Policy } from './policy.ts'
import { type Caller, matchOf, ownerOf, type PolicyMatch, RowFacts } from './policy-match.ts'

/** CallerIndex names an index over subscribed users: by role, or by a value of their credential. */
export interface CallerIndex {
  readonly name: string
  /** valuesOf returns a caller's entries, or undefined where they are unknown and the caller must always be checked. */
  valuesOf(caller: Caller): readonly string[] | undefined
}

/** Lookup is one entry of an index. */
export interface Lookup {
  readonly index: string
  readonly value: string
}

/**
 * Candidates are the users who may see a row: all of them, none, unknown until each is checked, or at most those whom
 * the lookups find, who are to be checked as well.
 */
export type Candidates = 'all' | 'none' | 'check' | readonly Lookup[]

/** LiveAccess is a table's policies for select, prepared for events. */
export interface LiveAccess {
  /** indexes are those that `candidates` looks users up in. */
  readonly indexes: readonly CallerIndex[]
  /** of decides about one row. */
  of(row: JsonRow): RowAccess
}

/** RowAccess is who may see one row. */
export interface RowAccess {
  /**
   * decide says whether a caller may see it. All callers together may cost a bounded amount of work; beyond it the
   * verdict is left to PostgreSQL.
   */
  decide(caller: Caller): Verdict
  /** candidates narrows down which users to check. */
  candidates(): Candidates
  /** spent returns what the row has cost so far, in units of some nanoseconds. */
  spent(): number
}

/** compileLiveAccess prepares a table's policies for events. */
export function compileLiveAccess(table: TableShape, policies: readonly Policy[]): LiveAccess {
  const { allows, denies, decidesKeys } = policySetOf(policies, 'select')
  const ruleOf = (policy: Policy) => compileRule(table, policy)
  const rules = { allows: allows.map(ruleOf), denies: denies.map(ruleOf), decidesKeys }
  const indexes = new Map(
    rules.allows.flatMap((rule) => rule.finders).map(({ index }) => [index.name, index]),
  )
  return {
    indexes: [...indexes.values()],
    of: (row) => {
      const facts = new RowFacts(row)
      return {
        decide: (caller) => VERDICTS[decide(rules, caller.kind, (rule) => rule.matches(facts, caller))],
        candidates: () => candidatesOf(rules, facts),
        spent: () => facts.work.spent,
      }
    },
  }
}

// Only signed-in users are looked up; a policy for all of them whose condition depends on the row alone decides for all.
function candidatesOf({ allows, denies }: PolicySet<Rule>, facts: RowFacts): Candidates {
  const matchesAll = (rule: Rule) => rule.forAllUsers && facts.condition(rule.policy) === true
  const matchesNone = (rule: Rule) => !rule.forUsers || (rule.byRow && facts.condition(rule.policy) === false)
  if (denies.some(matchesAll)) return 'none'
  if (allows.some(matchesAll)) return denies.every(matchesNone) ? 'all' : 'check'
  const lookups: Lookup[] = []
  for (const rule of allows) {
    if (matchesNone(rule)) continue
    const found = rule.finders.map((finder) => finder.find(facts.row)).find((one) => one !== undefined)
    if (found === undefined) return 'check'
    lookups.push(...found)
  }
  return lookups
}

interface Finder {
  readonly index: CallerIndex
  /** find returns the entries that cover every caller whom the rule can match, or undefined where it can match any. */
  find(row: JsonRow): readonly Lookup[] | undefined
}

interface Rule extends PolicyMatch {
  /** forUsers is true where the policy can apply to signed-in users. */
  readonly forUsers: boolean
  /** forAllUsers is true where it applies to all of them or to none. */
  readonly forAllUsers: boolean
  readonly finders: readonly Finder[]
}

function compileRule(table: TableShape, policy: Policy): Rule {
  const { subject } = policy
  const match = matchOf(table, policy)
  return {
    ...match,
    forUsers: subject !== 'api_key',
    forAllUsers: match.byRow && (subject === 'public' || subject === 'authenticated'),
    finders: findersOf(table, policy),
  }
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
