// Which of many users may see which of many rows, asked of PostgreSQL in one statement. It runs under an
// identity that passes every policy, and so carries the policies itself: those of the rows' table, and of each table
// in a subquery those that it has in turn, all with a row of a list in place of the current caller.
import { type CallerSql, FALSE, TRUE } from '#engine/conditions/sql/caller-sql.ts'
import type { RangeEntry } from '#engine/conditions/syntax/scope.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { qualify, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { accessCondition } from './policies.ts'
import type { Policy } from './policy.ts'

/** UsersWhoSee is that statement. Of `[[user, row], …]` it returns the pairs that see one another, both from 0. */
export interface UsersWhoSee {
  /** text takes the users as `[{"uid": …, "claims": {…}}, …]`, and the rows as `[{…}, …]`. */
  readonly text: string
  /** readsClaims is false where it asks for the users' ids alone. */
  readonly readsClaims: boolean
}

/** PoliciesOf returns the policies of a table. */
export type PoliciesOf = (table: TableShape) => readonly Policy[]

// A policy repeats those of all tables that its subqueries read.
const MAX_POLICIES = 50
const MAX_TEXT = 100_000

/** usersWhoSee writes the statement for a table, or returns undefined where each user must be asked alone. */
export function usersWhoSee(table: TableShape, policiesOf: PoliciesOf): UsersWhoSee | undefined {
  const users = new ListedUsers(policiesOf)
  try {
    const access = accessCondition(table, 'select', policiesOf(table), users)
    const text = statement(table, access, users.readsRoles)
    return text.length > MAX_TEXT ? undefined : { text, readsClaims: users.readsClaims }
  } catch (error) {
    if (error instanceof EachAlone || error instanceof SqlError) return undefined
    throw error
  }
}

class EachAlone extends Error {}

class ListedUsers implements CallerSql {
  readonly inlines = true
  readonly #policiesOf: PoliciesOf
  #row = 'row$'
  // Tells the aliases of one policy's subqueries from those of the policies around it.
  #policy = 0
  #written = 0
  readsClaims = false
  readsRoles = false

  constructor(policiesOf: PoliciesOf) {
    this.#policiesOf = policiesOf
  }

  is(...kinds: Parameters<CallerSql['is']>): string {
    return kinds.includes('user') ? TRUE : FALSE
  }

  hasRole(roleIds: readonly string[]): string {
    this.readsClaims = this.readsRoles = true
    return `(user$.role_ids OPERATOR(pg_catalog.&&) '{${roleIds.join(',')}}'::pg_catalog.uuid[])`
  }

  auth({ which, claim }: Parameters<CallerSql['auth']>[0]): string {
    if (which === 'uid') return 'user$.uid'
    this.readsClaims = true
    return `(user$.claims OPERATOR(pg_catalog.->>) ${quoteLiteral(which === 'email' ? 'email' : claim)})`
  }

  row(): string {
    return this.#row
  }

  alias({ qualifier }: RangeEntry): string {
    return `${qualifier}_${this.#policy}`
  }

  // What a view shows depends on who reads it, so PostgreSQL decides. It also decides a circle of policies, which it
  // refuses; metadata that was read amid a change may show one.
  access(entry: RangeEntry): readonly string[] {
    const { table, unrestricted } = entry
    if (unrestricted) return []
    if (table.is_view === true || this.#written === MAX_POLICIES) throw new EachAlone()
    const [row, policy] = [this.#row, this.#policy]
    this.#row = this.alias(entry)
    this.#policy = this.#written += 1
    const access = accessCondition(table, 'select', this.#policiesOf(table), this)
    this.#row = row
    this.#policy = policy
    return access === TRUE ? [] : [access]
  }
}

// MATERIALIZED keeps the condition away from how the lists are made.
function statement(table: TableShape, access: string, readsRoles: boolean): string {
  const type = qualify(table.schema, table.slug)
  const roles = `array(select jsonb_array_elements_text(l$.claims -> 'role_ids'))::pg_catalog.uuid[]`
  return `with users$ as materialized (
      select l$.*, ${readsRoles ? roles : 'null'} as role_ids
      from rows from (json_to_recordset($1::json) as (uid uuid, claims jsonb)) with ordinality l$(uid, claims, n)
    ), rows$ as materialized (
      select e$.ordinality as n$, r$.* from json_array_elements($2::json) with ordinality e$
      cross join lateral json_populate_record(null::${type}, e$.value) r$
    )
    select user$.n - 1, row$.n$ - 1 from users$ user$ cross join rows$ row$ where ${access}`
}
