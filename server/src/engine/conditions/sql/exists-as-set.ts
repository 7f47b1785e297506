// EXISTS as a set: `exists (select 1 from unrestricted(members) m where m.board_id = tasks.board_id and m.user_id = auth.uid())`
// asks a function for each row, where `tasks.board_id = any (…)` asks once for the caller's boards.
import type { Checked, Comparison, Select, Subquery } from '#engine/conditions/syntax/checked.ts'
import { partsOf } from '#engine/conditions/syntax/checked.ts'

/**
 * existsAsSet returns an EXISTS that reads past policies in that form, where it compares one column of what is around it and asks
 * who calls, so that the set is small; undefined where it does not.
 */
export function existsAsSet({ select }: Subquery): Checked | undefined {
  const { target, where, groupBy, limit, from } = select
  // An aggregate returns a row whether there is one or not.
  const isPlain = target === undefined || target.kind === 'literal' || target.kind === 'column'
  if (!isPlain || where === undefined || groupBy.length > 0 || limit !== undefined) return undefined
  const joins = from.flatMap((part) => part.joins.flatMap(({ on }) => (on ? [on] : [])))
  const parts = conjuncts(where)
  const [linking, ...others] = [...parts, ...joins].filter(readsAround)
  const sides = linking && !joins.includes(linking) ? sidesOf(linking) : undefined
  if (sides === undefined || others.length > 0 || !parts.some(namesCaller)) return undefined
  const rest = parts.filter((part) => part !== linking)
  const [first, ...more] = rest
  const narrowed: Select = {
    ...select,
    target: sides.within,
    where: more.length === 0 ? first : { kind: 'logic', operator: 'AND', args: rest, type: 'bool' },
  }
  const member: Subquery = {
    kind: 'subquery',
    form: 'any',
    left: sides.around,
    select: narrowed,
    type: 'bool',
  }
  // EXISTS is never NULL.
  return { kind: 'test', is: 'TRUE', negated: false, arg: member, type: 'bool' }
}

function conjuncts(checked: Checked): readonly Checked[] {
  return checked.kind === 'logic' && checked.operator === 'AND' ? checked.args.flatMap(conjuncts) : [checked]
}

// Of what reads past policies all tables are read so, and of what is around it none.
function readsAround(checked: Checked): boolean {
  if (checked.kind === 'column') return !checked.entry.unrestricted
  if (checked.kind !== 'subquery') return partsOf(checked).some(readsAround)
  const { left, select } = checked
  const joins = select.from.flatMap((part) => part.joins.map(({ on }) => on))
  return [left, select.target, select.where, ...select.groupBy, ...joins].some(
    (part) => part !== undefined && readsAround(part),
  )
}

function sidesOf(checked: Checked): { readonly around: Checked; readonly within: Checked } | undefined {
  const equality = equalityOf(checked)
  if (equality === undefined) return undefined
  const { left, right } = equality
  if (isColumnAround(left) && !readsAround(right)) return { around: left, within: right }
  return isColumnAround(right) && !readsAround(left) ? { around: right, within: left } : undefined
}

function isColumnAround(checked: Checked): boolean {
  return plain(checked).kind === 'column' && readsAround(checked)
}

function namesCaller(checked: Checked): boolean {
  const equality = equalityOf(checked)
  return equality !== undefined && [equality.left, equality.right].some((side) => plain(side).kind === 'auth')
}

function equalityOf(checked: Checked): Comparison | undefined {
  return checked.kind === 'comparison' && checked.operator === '=' && !checked.byCodePoint
    ? checked
    : undefined
}

function plain(checked: Checked): Checked {
  return checked.kind === 'cast' ? plain(checked.arg) : checked
}
