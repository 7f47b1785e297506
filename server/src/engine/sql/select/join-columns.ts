// JOIN … USING and NATURAL JOIN, written as conditions: their merged columns come first and count once.

import type { Fail } from '#engine/parser/parse-sql.ts'
import type { Entry, Visible } from '#engine/sql/context/context.ts'
import type { Sql } from '#engine/sql/context/fragment.ts'

interface Side {
  readonly entries: readonly Entry[]
  readonly visible: readonly Visible[]
}

/** JoinColumns is a join's condition and the columns that it lets the query see. */
export interface JoinColumns {
  readonly condition: Sql
  readonly visible: readonly Visible[]
}

/** joinColumns merges the columns of the given names; without names, all that both sides have. */
export function joinColumns(
  jointype: string,
  left: Side,
  right: Side,
  using: readonly string[] | undefined,
  fail: Fail,
): JoinColumns {
  const ofLeft = byName(left)
  const ofRight = byName(right)
  const common = using ?? [...ofLeft.keys()].filter((name) => ofRight.has(name))
  const pairs = common.map((name) => [only(ofLeft, name, fail), only(ofRight, name, fail)] as const)
  const condition = pairs.map(
    ([a, b], index): Sql => [index === 0 ? '' : ' and ', '(', a.sql, ' = ', b.sql, ')'],
  )
  const merged = pairs.map(([a, b]) => {
    const { name, weight, gathered } = a
    return { name, weight, gathered, sql: mergedSql(jointype, a, b) }
  })
  const merges = new Set(common)
  const rest = (side: Side) => side.visible.filter(({ name }) => !merges.has(name))
  return {
    condition: pairs.length === 0 ? 'true' : condition,
    visible: [...merged, ...rest(left), ...rest(right)],
  }
}

type ByName = ReadonlyMap<string, readonly Visible[]>

function byName({ visible }: Side): ByName {
  return Map.groupBy(visible, ({ name }) => name)
}

function only(columns: ByName, name: string, fail: Fail): Visible {
  const [found, second] = columns.get(name) ?? []
  if (!found) throw fail(`USING names ${name}, which is not on both sides of the join`)
  if (second) throw fail(`USING names ${name}, which is ambiguous on one side of the join`)
  return found
}

function mergedSql(jointype: string, left: Visible, right: Visible): Sql {
  if (jointype === 'JOIN_FULL') return ['coalesce(', left.sql, ', ', right.sql, ')']
  return jointype === 'JOIN_RIGHT' ? right.sql : left.sql
}
