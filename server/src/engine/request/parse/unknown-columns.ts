// Columns of a select that do not exist. They are ignored, and developers are told.

import { findOperand } from '#engine/request/operands.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { isUrl } from './file-url.ts'
import { findRelation } from './find-relation.ts'
import { parseItems, type SelectItem } from './parse-select.ts'

const MOST = 5

/** unknownColumns returns a sentence for each of the first few names in a valid select that are ignored. */
export function unknownColumns(schema: SchemaShape, table: TableShape, select: string): string[] {
  const sentences: string[] = []
  collect(schema, table, parseItems(select), sentences)
  return sentences.slice(0, MOST)
}

function collect(
  schema: SchemaShape,
  table: TableShape,
  items: readonly SelectItem[],
  sentences: string[],
): void {
  for (const item of items) {
    const { text, name, hint, children } = item
    if (sentences.length >= MOST) return
    if (isUrl(table, item)) continue
    if (children !== undefined)
      collect(schema, findRelation(schema, table, name, hint).table, children, sentences)
    else if (text !== '' && text !== '*' && !(findOperand(table, text) ?? findOperand(table, name)))
      sentences.push(
        `select: ${table.slug} has no column ${name.slice(0, 63)}, so it is ignored.${suggestion(name, table.columns.keys())}`,
      )
  }
}
