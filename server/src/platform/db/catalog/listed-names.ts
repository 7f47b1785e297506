// What refusals may suggest: to publishable keys and project users, only the names of tables that a policy opens to them.
// What they ask for by name is found as ever.
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { ClientKind, TableShape } from '#engine/shapes/shape.ts'

// Finds all entries and lists the keys of some.
class PartlyListed extends Map<string, TableShape> {
  readonly #listed: readonly string[]

  constructor(tables: ReadonlyMap<string, TableShape>, kind: ClientKind) {
    super(tables)
    this.#listed = [...tables.values()].filter(({ open_to }) => open_to?.has(kind)).map(({ slug }) => slug)
  }

  override keys(): MapIterator<string> {
    return this.#listed.values() as MapIterator<string>
  }
}

const made = new WeakMap<SchemaShape, Map<ClientKind, SchemaShape>>()

/** listedFor returns the schema as refusals may show it to a kind of caller. */
export function listedFor(schema: SchemaShape, kind: CallerKind | undefined): SchemaShape {
  if (kind !== 'publishable' && kind !== 'user') return schema
  const known = made.get(schema) ?? new Map<ClientKind, SchemaShape>()
  made.set(schema, known)
  const listed = known.get(kind) ?? { ...schema, tables: new PartlyListed(schema.tables, kind) }
  known.set(kind, listed)
  return listed
}
