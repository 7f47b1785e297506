// What tables and columns may be called, and how the objects behind them are called in PostgreSQL.
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import { MAX_IDENTIFIER, slugify } from '#engine/shapes/identifiers.ts'
import { shortHash } from '#engine/shapes/short-hash.ts'
import type { Problem } from '#engine/shapes/values.ts'

/** MAX_SLUG is one less than PostgreSQL keeps: a slug of the full length may have been cut. */
export const MAX_SLUG = MAX_IDENTIFIER - 1

const SYSTEM = 'is a column that every table has'
const HIDDEN = 'is a column that PostgreSQL keeps for itself'
const PARAMETER = 'is a query parameter of the data API'

// Each reserved name with the reason and a name to take instead.
const RESERVED_COLUMNS: Readonly<Record<string, readonly [string, string]>> = {
  id: [SYSTEM, 'external_id'],
  created_at: [SYSTEM, 'made_at'],
  updated_at: [SYSTEM, 'changed_at'],
  deleted_at: [SYSTEM, 'removed_at'],
  ctid: [HIDDEN, 'ct_id'],
  xmin: [HIDDEN, 'x_min'],
  xmax: [HIDDEN, 'x_max'],
  cmin: [HIDDEN, 'c_min'],
  cmax: [HIDDEN, 'c_max'],
  tableoid: [HIDDEN, 'table_oid'],
  select: [PARAMETER, 'selection'],
  order: [PARAMETER, 'position'],
  limit: [PARAMETER, 'maximum'],
  offset: [PARAMETER, 'start'],
  cursor: [PARAMETER, 'pointer'],
  count: [PARAMETER, 'quantity'],
  on_conflict: [PARAMETER, 'conflict_rule'],
}

/** tableSlug returns the slug of a table's name, or says why the name cannot be one. */
export function tableSlug(name: string): string | Problem {
  const slug = usable(name)
  if (typeof slug !== 'string') return slug
  if (builtInTable(slug) !== undefined)
    return { problem: `${slug} is a table of every project; choose another name` }
  if (/^(?:pg|msingi)_/.test(slug)) return { problem: 'must not begin with pg_ or msingi_' }
  return slug
}

/** columnSlug returns a column's name in PostgreSQL and in the API, or says why the name cannot be one. */
export function columnSlug(name: string): string | Problem {
  const slug = usable(name)
  if (typeof slug !== 'string') return slug
  const reserved = Object.hasOwn(RESERVED_COLUMNS, slug) ? RESERVED_COLUMNS[slug] : undefined
  if (reserved === undefined) return slug
  return { problem: `${slug} ${reserved[0]}; choose another name, such as ${reserved[1]}` }
}

function usable(name: string): string | Problem {
  const slug = slugify(name)
  if (slug === '') return { problem: 'must contain letters from a to z or digits' }
  return slug.length > MAX_SLUG ? { problem: `is too long: at most ${MAX_SLUG} letters and digits` } : slug
}

/** ObjectKind says what an object behind a table is for; it stands last in the object's name. */
export type ObjectKind =
  | 'pkey'
  | 'live'
  | 'key'
  | 'idx'
  | 'check'
  | 'fkey'
  | 'seq'
  | 'enum'
  | 'parent'
  | 'children'
  | 'file'
  | 'old'

/**
 * objectName names an index, constraint, sequence, type or trigger after what it belongs to. Slugs hold no `$`, so
 * names of different tables never meet, neither among themselves nor with a table's. What is too long is cut and
 * told apart by a hash of the whole.
 */
export function objectName(kind: ObjectKind, ...owners: readonly string[]): string {
  const full = [...owners, kind].join('$')
  const plain = full.replace(/[^ -~]/g, '')
  if (plain === full && full.length <= MAX_IDENTIFIER) return full
  const tail = `$${shortHash(full)}$${kind}`
  return plain.slice(0, MAX_IDENTIFIER - tail.length) + tail
}
