// What every check needs to know about where it stands in the condition.

import type { Checked } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry, SubqueryScope } from '#engine/conditions/syntax/scope.ts'
import type { Fail } from '#engine/parser/parse-sql.ts'
import type { Node } from '#engine/parser/syntax-tree.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

/** CheckContext is the place of an expression in the condition; children get a changed copy. */
export interface CheckContext {
  readonly error: Fail
  readonly scope: SubqueryScope
  /** aggregates is true where count, min, max and the like may stand: in a subquery's output. */
  readonly aggregates: boolean
  /** replacing is true within the arguments of replace. */
  readonly replacing: boolean
  readonly depth: number
  readonly findings: Findings
  /** check checks a part; it is carried along so that the files of this folder need not import each other in rings. */
  readonly check: (node: Node, context: CheckContext) => Checked
}

/** Findings is what the check of one condition gathers on its way. */
export interface Findings {
  readonly own: RangeEntry
  readonly findTable: (slug: string) => TableShape | undefined
  /** tableNames are what a refusal may suggest. */
  readonly tableNames: () => Iterable<string>
  /** columns are those of the policy's table that the condition reads. */
  readonly columns: Set<string>
  /** tables are the slugs of the tables in subqueries that are read under their policies. */
  readonly tables: Set<string>
  /** unrestricted are those that are read past their policies. */
  readonly unrestricted: Set<string>
  /** entries counts the tables in subqueries, and numbers their aliases. */
  entries: number
  subqueries: number
}
