// ORDER BY items, which stand behind a query, in an aggregate and in a window.
import type { Node } from '#engine/parser/syntax-tree.ts'
import type { Context } from '#engine/sql/context/context.ts'
import type { Sql } from '#engine/sql/context/fragment.ts'
import { knownFields } from '#engine/sql/context/parts.ts'

const DIRECTIONS: Readonly<Record<string, string>> = {
  SORTBY_DEFAULT: '',
  SORTBY_ASC: ' asc',
  SORTBY_DESC: ' desc',
}
const NULLS: Readonly<Record<string, string>> = {
  SORTBY_NULLS_DEFAULT: '',
  SORTBY_NULLS_FIRST: ' nulls first',
  SORTBY_NULLS_LAST: ' nulls last',
}

/** writeSortItem writes one item; `write` says what its key may be. */
export function writeSortItem(
  node: Node,
  context: Context,
  write: (key: Node | undefined, context: Context) => Sql,
): Sql {
  if (!('SortBy' in node)) throw context.state.fail('this order is not allowed')
  const { node: key, sortby_dir = '', sortby_nulls = '' } = node.SortBy
  knownFields(node.SortBy, ['node', 'sortby_dir', 'sortby_nulls', 'location'], 'ORDER BY', context)
  const [direction, nulls] = [DIRECTIONS[sortby_dir], NULLS[sortby_nulls]]
  if (direction === undefined || nulls === undefined) throw context.state.fail('this order is not allowed')
  return [write(key, context), direction, nulls]
}
