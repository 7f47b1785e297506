// The compiler: from a Plan to one statement. Values are parameters always, identifiers come from metadata only,
// and PostgreSQL writes the JSON.

import { type Condition, nodesIn, type Related } from '#engine/request/conditions.ts'
import type { Order, Plan, Selection } from '#engine/request/plan.ts'
import type { RelationPath } from '#engine/shapes/relations.ts'
import { compileExport } from './compile-export.ts'
import { compileList } from './compile-list.ts'
import { compileMany } from './compile-many.ts'
import { compileCount, compileEstimate, compileGet, compilePick, compilePickByKey } from './compile-read.ts'
import { compileDelete, compileInsert, compilePurge, compileRestore, compileUpdate } from './compile-write.ts'
import type { CompiledStatement } from './sql-writer.ts'

/**
 * compile returns the statement of a plan. Its rows are:
 * list: one row (JSON array or null where it is too long, number of rows, place of the first and of the last row as
 * JSON or null, whether the cursor's row exists);
 * export: each row as JSON, or its cells as text; in a cursor, as it has no bound;
 * count: one row (JSON object); estimate: one row (PostgreSQL's plan as JSON); get: the row as JSON and, unless of a view, its version, or none; pick and pick_by_key: for each id or row given the row as JSON, or null;
 * insert: each row as JSON;
 * update: one row (JSON or null, whether the row is visible, its new version); delete: one row (id or null, whether it is
 * visible). Where a version must match, the one of the visible row is there instead of whether it is visible;
 * restore and purge: the same as delete, and whether there is such a row that is not deleted;
 * many: one row (whether too many match, number of rows written, JSON array or null, whether such rows are visible).
 */
export function compile(plan: Plan): CompiledStatement {
  const statement = statementOf(plan)
  return { ...statement, text: `${statement.text} --${versionsOf(plan).join()}` }
}

// A statement that was prepared before any of its tables changed must not be used again.
function versionsOf(plan: Plan): string[] {
  const related = [
    ...('where' in plan ? versionsIn(plan.where) : []),
    ...('selection' in plan ? versionsShown(plan.selection) : []),
    ...('order' in plan ? versionsSorted(plan.order) : []),
  ]
  return [...new Set([plan.table.version, ...related])]
}

function versionsIn(conditions: readonly Condition[]): string[] {
  return nodesIn(conditions).flatMap((node) => (node.kind === 'exists' ? versionsOnPath(node.related) : []))
}

function versionsOnPath({ table, through }: RelationPath): string[] {
  return [table.version, ...(through === undefined ? [] : [through.table.version])]
}

function versionsOfRelated(related: Related): string[] {
  return [...versionsOnPath(related), ...versionsIn(related.where)]
}

function versionsShown(selection: Selection = []): string[] {
  return selection.flatMap((entry) =>
    entry.kind === 'embed'
      ? [...versionsOfRelated(entry), ...versionsShown(entry.selection), ...versionsSorted(entry.order)]
      : [],
  )
}

function versionsSorted(order: readonly Order[]): string[] {
  return order.flatMap(({ via }) => (via === undefined ? [] : versionsOfRelated(via)))
}

function statementOf(plan: Plan): CompiledStatement {
  switch (plan.kind) {
    case 'list':
      return compileList(plan)
    case 'export':
      return compileExport(plan)
    case 'count':
      return compileCount(plan)
    case 'estimate':
      return compileEstimate(plan)
    case 'get':
      return compileGet(plan)
    case 'pick':
      return compilePick(plan)
    case 'pick_by_key':
      return compilePickByKey(plan)
    case 'insert':
      return compileInsert(plan)
    case 'update':
      return compileUpdate(plan)
    case 'delete':
      return compileDelete(plan)
    case 'many':
      return compileMany(plan)
    case 'restore':
      return compileRestore(plan)
    case 'purge':
      return compilePurge(plan)
  }
}
