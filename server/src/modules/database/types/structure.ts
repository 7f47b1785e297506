// The structure of a project as one document: sorted by name, without ids and times, so that two projects with the same
// schema have the same.
import type { Relation, SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import type { Comments } from '#platform/db/catalog/comments.ts'
import type { Structure, StructureColumn, StructureRelationship } from './structure.schema.ts'

/** StructureInput is what a document is written from. */
export interface StructureInput {
  readonly schema: SchemaShape
  readonly views: readonly {
    readonly name: string
    readonly definition: string
    readonly depends_on: readonly string[]
  }[]
  readonly functions: Structure['functions']
  readonly comments: Comments
}

/** structureOf returns the document. */
export function structureOf({ schema, views, functions, comments }: StructureInput): Structure {
  const columns = (table: TableShape) =>
    sorted(
      [...table.columns.values()].map((column) => columnOf(table, column, comments)),
      ({ name }) => name,
    )
  const tables = [...schema.tables.values()].filter(({ is_view }) => !is_view)
  return {
    tables: sorted(
      tables.map((table) => ({
        name: table.slug,
        description: comments.ofTable(table.id) ?? null,
        read_only: table.read_only,
        soft_delete: table.soft_delete,
        columns: columns(table),
      })),
      ({ name }) => name,
    ),
    relationships: sorted(
      relationshipsOf(schema),
      (link) => `${link.from_table} ${link.from_column} ${link.name}`,
    ),
    views: sorted(
      views.flatMap(({ name, definition, depends_on }) => {
        const view = schema.tables.get(name)
        return view === undefined
          ? []
          : [{ name, definition, depends_on: [...depends_on], columns: columns(view) }]
      }),
      ({ name }) => name,
    ),
    functions: sorted(
      functions.map(({ name, arguments: taken, returns, language, volatility, strict, body }) => ({
        name,
        arguments: taken,
        returns,
        language,
        volatility,
        strict,
        body,
      })),
      (one) => `${one.name} ${one.arguments}`,
    ),
  }
}

function columnOf({ id }: TableShape, column: ColumnShape, comments: Comments): StructureColumn {
  const { name, data_type, required, has_default, is_generated = false, enum_values, max_length } = column
  return {
    name,
    data_type,
    required,
    has_default,
    is_generated,
    max_length: max_length ?? null,
    enum_values: data_type === 'enum' ? [...enum_values] : null,
    description: comments.ofColumn(id, name) ?? null,
  }
}

function relationshipsOf({ relations }: SchemaShape): StructureRelationship[] {
  return [...relations].flatMap(([slug, known]) =>
    known
      .filter(({ forward }) => forward)
      .map((relation) => ({
        name: relation.name,
        from_table: slug,
        from_column: relation.column,
        to_table: relation.table,
        to_column: relation.other_column,
        single: !(backOf(relations.get(relation.table), slug, relation)?.many ?? true),
      })),
  )
}

function backOf(
  known: readonly Relation[] | undefined,
  from: string,
  { name, link }: Relation,
): Relation | undefined {
  return known?.find((one) => !one.forward && one.table === from && one.name === name && one.link === link)
}

// By code units, which no locale changes.
function sorted<T>(list: readonly T[], by: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, key: by(one) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ one }) => one)
}
