// What GROUP BY, DISTINCT ON and a query's ORDER BY may name: an output column by its name or number, or an expression.
// A name of an output is written as its number, which can mean nothing else.

import { locationOf } from '#engine/conditions/syntax/tree.ts'
import type { Node } from '#engine/parser/syntax-tree.ts'
import type { Context } from '#engine/sql/context/context.ts'
import { joined, type Sql } from '#engine/sql/context/fragment.ts'
import { aside, knownFields } from '#engine/sql/context/parts.ts'
import { findColumn, findReference } from '#engine/sql/expressions/columns.ts'

/** Outputs are the output columns of a query. */
export interface Outputs {
  readonly names: readonly string[]
  /** only is true where a key can be nothing else, as behind a UNION. */
  readonly only: boolean
}

/** writeKey writes a key of ORDER BY or DISTINCT ON: an output's name comes before an input's. */
export function writeKey(node: Node | undefined, outputs: Outputs, context: Context): Sql {
  const name = plainColumn(node)
  const number = name === undefined ? undefined : outputNumber(name, outputs)
  if (number !== undefined) return number
  const isNumber = node && 'A_Const' in node && node.A_Const.ival
  if (outputs.only && !isNumber) {
    throw context.state.fail('ORDER BY can name only output columns here', node && locationOf(node))
  }
  return aside(node, context)
}

const SETS: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'rollup ',
  GROUPING_SET_CUBE: 'cube ',
  GROUPING_SET_SETS: 'grouping sets ',
}

// An input's name comes before an output's here.
function writeGroup(node: Node, outputs: Outputs, context: Context): Sql {
  if ('GroupingSet' in node) {
    const { kind = '', content = [], location } = node.GroupingSet
    knownFields(node.GroupingSet, ['kind', 'content', 'location'], 'GROUP BY', context)
    if (kind === 'GROUPING_SET_EMPTY') return '()'
    const sign = SETS[kind]
    if (sign === undefined) throw context.state.fail('this grouping is not allowed', location)
    return [sign, list(content, outputs, context)]
  }
  if ('RowExpr' in node && node.RowExpr.row_format === 'COERCE_IMPLICIT_CAST') {
    return list(node.RowExpr.args ?? [], outputs, context)
  }
  const name = plainColumn(node)
  const local = context.scope && { ...context.scope, outer: undefined }
  const isInput = name !== undefined && findColumn(name, local, context, locationOf(node)) !== undefined
  return writeKey(node, isInput ? { names: [], only: false } : outputs, context)
}

/** writeGroups writes a GROUP BY; to a table's primary key it adds the columns that follow from it. */
export function writeGroups(nodes: readonly Node[], outputs: Outputs, context: Context): Sql {
  const keys = nodes.flatMap((node) => {
    const key = writeGroup(node, outputs, context)
    const isOutput = typeof key === 'string'
    return [
      key,
      ...('ColumnRef' in node && !isOutput ? (findReference(node.ColumnRef, context).decides ?? []) : []),
    ]
  })
  return joined(keys, ', ')
}

function list(nodes: readonly Node[], outputs: Outputs, context: Context): Sql {
  const keys = nodes.map((node) => writeGroup(node, outputs, context))
  return ['(', joined(keys, ', '), ')']
}

function plainColumn(node: Node | undefined): string | undefined {
  const fields = node && 'ColumnRef' in node ? (node.ColumnRef.fields ?? []) : []
  const [field] = fields
  return fields.length === 1 && field && 'String' in field ? (field.String.sval ?? '') : undefined
}

// Of several outputs with the name, the input decides.
function outputNumber(name: string, { names }: Outputs): string | undefined {
  const index = names.indexOf(name)
  return index >= 0 && names.lastIndexOf(name) === index ? String(index + 1) : undefined
}
