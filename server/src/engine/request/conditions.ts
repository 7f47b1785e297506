// What must hold of a row, as one tree: filters, joined by and, or and not, on the row itself or on related rows.
import type { RelationPath } from '#engine/shapes/relations.ts'
import type { Operand } from './operands.ts'
import type { TextSearch } from './text-search.ts'

/** Comparison is an operator that takes one value. */
export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike'

/** COMPARISON_SQL is how SQL writes each of them. */
export const COMPARISON_SQL: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
}

/** Filter is a condition on one operand; its values are ready to be parameters. */
export type Filter = Operand & { readonly kind: 'filter' } & (
    | { readonly operator: Comparison; readonly value: string }
    | { readonly operator: 'in'; readonly values: readonly string[] }
    | { readonly operator: 'is_null' | 'is_not_null' }
    | { readonly operator: TextSearch; readonly config: string; readonly value: string }
  )

/** Related is rows of another table that belong to a row, by a relation; of these, the ones that meet `where`. */
export interface Related extends RelationPath {
  readonly where: readonly Condition[]
}

/** Condition is one node of the tree. */
export type Condition =
  | Filter
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'exists'; readonly related: Related }

/** nodesIn returns conditions and all within them, however deep, those on related rows included. */
export function nodesIn(conditions: readonly Condition[]): Condition[] {
  return conditions.flatMap((condition) => [condition, ...nodesIn(childrenOf(condition))])
}

function childrenOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'filter':
      return []
    case 'all':
    case 'any':
      return condition.conditions
    case 'not':
      return [condition.condition]
    case 'exists':
      return condition.related.where
  }
}

/** filtersIn returns all filters of conditions, however deep. */
export function filtersIn(conditions: readonly Condition[]): Filter[] {
  return nodesIn(conditions).filter((node) => node.kind === 'filter')
}

/** ConditionWriter writes what differs between uses of `conditionSql`. */
export interface ConditionWriter {
  filter(filter: Filter): string
  exists(related: Related): string
}

/** conditionSql writes a condition as SQL. */
export function conditionSql(condition: Condition, writer: ConditionWriter): string {
  const joined = (conditions: readonly Condition[], word: string) =>
    conditions.map((one) => conditionSql(one, writer)).join(word)
  switch (condition.kind) {
    case 'filter':
      return writer.filter(condition)
    case 'all':
      return `(${joined(condition.conditions, ' and ') || 'true'})`
    case 'any':
      return `(${joined(condition.conditions, ' or ') || 'false'})`
    case 'not':
      return `not (${conditionSql(condition.condition, writer)})`
    case 'exists':
      return writer.exists(condition.related)
  }
}
