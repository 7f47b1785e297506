// How PostgreSQL calls an output column that has no alias.

import { kindOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import type { Node } from '#engine/parser/syntax-tree.ts'
import { typeLabel } from '#engine/sql/expressions/types.ts'

const UNNAMED = '?column?'

const BY_KIND: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'array',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  RowExpr: 'row',
}

/** outputName names an expression of a SELECT list. */
export function outputName(node: Node | undefined): string {
  if (!node) return UNNAMED
  return strongName(node) ?? weakName(node) ?? BY_KIND[kindOf(node)] ?? UNNAMED
}

function strongName(node: Node): string | undefined {
  if ('ColumnRef' in node) return namesOf(node.ColumnRef.fields)?.at(-1)
  if ('FuncCall' in node) return namesOf(node.FuncCall.funcname)?.at(-1)
  if ('A_Indirection' in node) return node.A_Indirection.arg && strongName(node.A_Indirection.arg)
  if ('CollateClause' in node) return node.CollateClause.arg && strongName(node.CollateClause.arg)
  if ('TypeCast' in node) return node.TypeCast.arg && strongName(node.TypeCast.arg)
  if ('A_Expr' in node) return node.A_Expr.kind === 'AEXPR_NULLIF' ? 'nullif' : undefined
  if ('MinMaxExpr' in node) return node.MinMaxExpr.op === 'IS_GREATEST' ? 'greatest' : 'least'
  if ('SQLValueFunction' in node) return node.SQLValueFunction.op?.replace('SVFOP_', '').toLowerCase()
  if ('SubLink' in node) return subqueryName(node.SubLink)
  if ('CaseExpr' in node) return node.CaseExpr.defresult && strongName(node.CaseExpr.defresult)
  return BY_KIND[kindOf(node)]
}

function weakName(node: Node): string | undefined {
  if ('TypeCast' in node) return typeLabel(node.TypeCast.typeName)
  if ('CaseExpr' in node) return 'case'
  return undefined
}

function subqueryName({
  subLinkType,
  subselect,
}: Extract<Node, { SubLink: unknown }>['SubLink']): string | undefined {
  if (subLinkType === 'EXISTS_SUBLINK') return 'exists'
  if (subLinkType === 'ARRAY_SUBLINK') return 'array'
  if (subLinkType !== 'EXPR_SUBLINK' || !subselect || !('SelectStmt' in subselect)) return undefined
  const [target] = subselect.SelectStmt.targetList ?? []
  if (!target || !('ResTarget' in target)) return undefined
  return target.ResTarget.name ?? outputName(target.ResTarget.val)
}

/** uniqueNames appends a number to later columns of the same name. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 2; seen.has(unique) || (unique !== name && taken.has(unique)); n++) unique = `${name}_${n}`
    seen.add(unique)
    return unique
  })
}
