// How the SQL of policies finds out who calls, and what these may see of other tables. In a native policy the settings
// of the transaction say who calls, and PostgreSQL applies the other tables' policies by itself.

import type { AuthValue } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry } from '#engine/conditions/syntax/scope.ts'
import { quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

/** CallerKind is what policies distinguish first. `dashboard` passes every policy. */
export type CallerKind = 'dashboard' | 'secret' | 'publishable' | 'user'

/** TRUE and FALSE are what is known beforehand. */
export const TRUE = 'true'
export const FALSE = 'false'

/** CallerSql writes what the SQL of policies says of callers. */
export interface CallerSql {
  /** is is true of callers of these kinds. */
  is(...kinds: CallerKind[]): string
  /** hasRole is true of callers who have one of these roles. */
  hasRole(roleIds: readonly string[]): string
  /** auth is what a caller's credential says. */
  auth(value: Pick<AuthValue, 'which' | 'claim'>): string
  /** row is what the SQL calls a row of the policy's own table. */
  row(table: TableShape): string
  /** alias is what it calls a table of a subquery. */
  alias(entry: RangeEntry): string
  /** inlines is true where nothing keeps rows back, so that what reads past policies needs no function. */
  readonly inlines: boolean
  /** access is what must hold besides for a caller to see a row of a table in a subquery. */
  access(entry: RangeEntry): readonly string[]
}

/**
 * CURRENT_CALLER is the actor of the transaction. As subqueries, all tests run once for a statement; those of kinds
 * are booleans as a whole, for the reason stated at DEFAULT_ACCESS.
 */
export const CURRENT_CALLER: CallerSql = {
  is: (...kinds) => `(select auth.kind() in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`,
  hasRole: (roleIds) => `(select auth.role_ids() && '{${roleIds.join(',')}}'::pg_catalog.uuid[])`,
  auth: ({ which, claim }) => `(SELECT auth.${which}(${which === 'claim' ? quoteLiteral(claim) : ''}))`,
  row: ({ slug }) => slug,
  alias: ({ qualifier }) => qualifier,
  inlines: false,
  access: () => [],
}
