// The tables that the server keeps in every project: their names are reserved, projects are made with them, and projects
// that are older than one of them receive it at the next start.
import type { Policy } from '#engine/access/policy.ts'
import type { DataType } from '#engine/shapes/data-types.ts'
import { PAYMENT_TRANSACTIONS } from './payment-transactions.ts'
import { STORAGE_OBJECTS } from './storage-objects.ts'
import { USERS } from './users.ts'

/** BuiltInTable is a table of the server in a project's schema: clients read it like any other, and never write it. */
export interface BuiltInTable {
  readonly slug: string
  readonly description: string
  /** columns are those that clients see; whatever else the table has stays hidden. */
  readonly columns: Readonly<Record<string, DataType>>
  /** statements create the table and its indexes in the schema that comes first in the path. */
  readonly statements: string
  /** rights are what the data role may do with it, as always within the policies. */
  readonly rights: string
  /** has_url is true of files, whose rows show an address where it is asked for. */
  readonly has_url?: boolean
  /** owner_column says whose a row is. */
  readonly owner_column: string
  /** writtenBy tells a client that tries to write it by SQL what to use instead. */
  readonly writtenBy: string
  /** policies are those that the table begins with; the project may change them. */
  readonly policies?: readonly Pick<Policy, 'action' | 'subject' | 'effect'>[]
}

/** BUILT_IN_TABLES are all of them, in the order in which they are made. */
export const BUILT_IN_TABLES: readonly BuiltInTable[] = [USERS, STORAGE_OBJECTS, PAYMENT_TRANSACTIONS]

const BY_SLUG: ReadonlyMap<string, BuiltInTable> = new Map(
  BUILT_IN_TABLES.map((table) => [table.slug, table]),
)

/** builtInTable finds a table of the server by its name. */
export function builtInTable(slug: string): BuiltInTable | undefined {
  return BY_SLUG.get(slug)
}

/** isPublicColumn reports whether clients may see a column: all of a project's own tables, and the listed ones of built-in tables. */
export function isPublicColumn(table: string, column: string): boolean {
  const known = BY_SLUG.get(table)
  return known === undefined || Object.hasOwn(known.columns, column)
}
