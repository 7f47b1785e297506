// Where a condition can only hold for callers who say what stands in a column, live events look the callers up by that
// value instead of asking each of them.
import { type Checked, partsOf } from '#engine/conditions/syntax/checked.ts'
import { UNDECIDABLE } from '#engine/conditions/values/undecidable.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { actorValue, type ConditionActor } from './values.ts'

/** CallerKey says that a condition is true only where the column's text is what the caller's credential says. */
export interface CallerKey {
  readonly column: string
  readonly which: 'uid' | 'email' | 'claim'
  readonly claim: string
}

/** readsCaller says whether a condition asks who calls; a subquery's inside is not looked at. */
export function readsCaller(checked: Checked, ofPart = readsCaller): boolean {
  return checked.kind === 'auth' || partsOf(checked).some((part) => ofPart(part))
}

/** callerKeys finds the keys among the parts of a condition that must all hold. */
export function callerKeys(checked: Checked): CallerKey[] {
  if (checked.kind === 'logic' && checked.operator === 'AND') return checked.args.flatMap(callerKeys)
  if (checked.kind !== 'comparison' || checked.operator !== '=') return []
  const { left, right } = checked
  return [keyOf(left, right), keyOf(right, left)].filter((key) => key !== undefined)
}

// Of other types than these the row's JSON may spell a value otherwise than the credential does.
function keyOf(column: Checked, auth: Checked): CallerKey | undefined {
  if (column.kind !== 'column' || !column.entry.own) return undefined
  if (column.type !== 'uuid' && column.type !== 'text') return undefined
  const value = auth.kind === 'cast' && !auth.hasModifiers ? auth.arg : auth
  const plain = value === auth || (value.type === 'uuid' && auth.type === 'text')
  if (value.kind !== 'auth' || !plain || auth.type !== column.type) return undefined
  return { column: column.column.name, which: value.which, claim: value.claim }
}

/** callerKeyValue returns what a caller says: null where nothing can equal it, undefined where only PostgreSQL knows. */
export function callerKeyValue(
  { which, claim }: Omit<CallerKey, 'column'>,
  actor: ConditionActor,
): string | null | undefined {
  try {
    const value = actorValue({ kind: 'auth', type: 'text', which, claim })({}, actor)
    return value === null || typeof value === 'string' ? value : String(value)
  } catch (error) {
    if (error === UNDECIDABLE) return undefined
    throw error
  }
}

/** rowKeyValue returns what stands in the column: null where nothing equals it, undefined where it is unknown. */
export function rowKeyValue(row: JsonRow, column: string): string | null | undefined {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return value === null || typeof value === 'string' ? value : undefined
}
