// Upserts: `Prefer: resolution=merge-duplicates` with `on_conflict=column,…`, as PostgREST users know them.

import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { Conflict } from '#engine/request/plan.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { preferencesIn } from '#modules/rows/data/operations/prefer.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

const RESOLUTIONS = { 'merge-duplicates': 'merge', 'ignore-duplicates': 'ignore' } as const

/** readConflict returns what an insert does about rows that exist, or undefined where it simply fails. */
export function readConflict(
  table: TableShape,
  params: QueryParams,
  prefer: string | string[] | undefined,
): Conflict | undefined {
  const { on_conflict: names } = params
  if (prefer === undefined && names === undefined) return undefined
  const resolution = readResolution(prefer)
  if (resolution === undefined) {
    if (names === undefined) return undefined
    throw invalidInput(
      'on_conflict: needs the header Prefer: resolution=merge-duplicates or ignore-duplicates.',
    )
  }
  if (names !== undefined && typeof names !== 'string')
    throw invalidInput('on_conflict: may be given only once.')
  const columns = (names ?? 'id').split(',').map((name) => {
    const column = table.columns.get(name.trim())
    if (column === undefined)
      throw invalidInput(
        `on_conflict: ${name.slice(0, 63)} is not a column of ${table.slug}.${suggestion(name, table.columns.keys())}`,
      )
    return column
  })
  return { columns, resolution }
}

function readResolution(prefer: string | string[] | undefined): Conflict['resolution'] | undefined {
  const name = preferencesIn(prefer).get('resolution')
  if (name === undefined) return undefined
  if (!Object.hasOwn(RESOLUTIONS, name)) {
    throw invalidInput('Prefer: resolution is merge-duplicates or ignore-duplicates.')
  }
  return RESOLUTIONS[name as keyof typeof RESOLUTIONS]
}
