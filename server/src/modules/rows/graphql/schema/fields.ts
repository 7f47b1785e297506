// What the fields of a project's tables are called in GraphQL, and which fields the query and mutation types have.

import { URL_FIELD } from '#engine/request/parse/file-url.ts'
import { slugify } from '#engine/shapes/identifiers.ts'
import {
  type LinkTable,
  type Relation,
  type RelationPath,
  relationPathsFrom,
  relationPathsThrough,
  type SchemaShape,
} from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { whyUnwritable } from '#engine/shapes/written-columns.ts'

/** Field is what a field of a row stands for. */
export type Field =
  | { readonly kind: 'column'; readonly column: ColumnShape }
  | ({ readonly kind: 'relation' } & RelationPath)
  | { readonly kind: 'url' }

/** RootField is what a field of the query or mutation type stands for. */
export interface RootField {
  readonly kind: 'list' | 'by_pk' | 'aggregate' | 'insert' | 'insert_one' | 'update' | 'delete'
  readonly table: TableShape
}

// Two underscores at the beginning are GraphQL's own.
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/

/** isName reports whether a table or column can be shown: what was made by SQL may be called anything. */
export function isName(name: string): boolean {
  return NAME.test(name)
}

/**
 * fieldsOf returns the fields of a table's rows by name: columns first, then relationships, whose names yield, and last
 * the paths through link tables. A `file` column is the file itself.
 */
export function fieldsOf(schema: SchemaShape, table: TableShape): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const column of table.columns.values())
    if (isName(column.name)) fields.set(column.name, { kind: 'column', column })
  const add = (paths: readonly RelationPath[], nameOf: (path: RelationPath) => string) => {
    for (const path of paths.filter((one) => isName(one.table.slug)))
      fields.set(free(nameOf(path), fields), { kind: 'relation', ...path })
  }
  if (table.has_url) fields.set(URL_FIELD, { kind: 'url' })
  const near = relationPathsFrom(schema, table)
  for (const { relation } of near)
    if (relation.forward && isFileNamed(table, relation)) fields.delete(relation.link)
  add(near, relationNames(near))
  const through = countThrough(schema, near) > MAX_THROUGH ? [] : relationPathsThrough(schema, table)
  add(through, throughNames(through))
  return fields
}

// A file's id is in the file, and a client asks for either by the one name that the column has.
function isFileNamed({ columns }: TableShape, { name, link }: Relation): boolean {
  return name === link && columns.get(link)?.data_type === 'file'
}

// A hundred columns of one table that refer to a second would make ten thousand paths through the first.
const MAX_THROUGH = 1000

function countThrough(schema: SchemaShape, near: readonly RelationPath[]): number {
  const back = near.filter(({ relation }) => !relation.forward)
  return back.reduce((sum, { table }) => sum + (schema.relations.get(table.slug)?.length ?? 0), 0)
}

/** rootFieldsOf returns the fields of the query and of the mutation type. */
export function rootFieldsOf(schema: SchemaShape) {
  const tables = [...schema.tables.values()].filter(({ slug }) => isName(slug))
  const queries = new Map<string, RootField>(tables.map((table) => [table.slug, { kind: 'list', table }]))
  const mutations = new Map<string, RootField>()
  for (const table of tables) {
    const { slug } = table
    // A view need not have the id of a row.
    if (table.columns.get('id')?.data_type === 'uuid')
      queries.set(free(`${slug}_by_pk`, queries), { kind: 'by_pk', table })
    queries.set(free(`${slug}_aggregate`, queries), { kind: 'aggregate', table })
    if (table.read_only) continue
    mutations.set(free(`insert_${slug}`, mutations), { kind: 'insert', table })
    mutations.set(free(`insert_${slug}_one`, mutations), { kind: 'insert_one', table })
    if ([...table.columns.values()].some((column) => isWritable(column, 'update')))
      mutations.set(free(`update_${slug}_by_pk`, mutations), { kind: 'update', table })
    mutations.set(free(`delete_${slug}_by_pk`, mutations), { kind: 'delete', table })
  }
  return { queries, mutations }
}

/** writableColumns are the columns that a write may name. */
export function writableColumns(table: TableShape, mode: 'insert' | 'update'): ColumnShape[] {
  return [...table.columns.values()].filter((column) => isWritable(column, mode))
}

function isWritable(column: ColumnShape, mode: 'insert' | 'update'): boolean {
  const { name } = column
  return isName(name) && whyUnwritable(column) === undefined && !(mode === 'update' && name === 'id')
}

// A relationship's name may be any text. Rows that refer go by their table; where there are several paths there, the
// relationship tells them apart.
function relationNames(all: readonly RelationPath[]): (path: RelationPath) => string {
  const back = all.filter(({ relation }) => !relation.forward)
  const counts = Map.groupBy(back, ({ relation }) => relation.table)
  return ({ relation }) => {
    const own = slugify(relation.name) || relation.link
    if (relation.forward) return own
    return (counts.get(relation.table)?.length ?? 0) > 1 ? `${relation.table}_by_${own}` : relation.table
  }
}

// Named in full, so that no relationship that is made later takes the name away.
function throughNames(all: readonly RelationPath[]): (path: RelationPath) => string {
  const keyOf = ({ table, through }: RelationPath) => JSON.stringify([table.slug, through?.table.slug])
  const alike = Map.groupBy(all, keyOf)
  const alikeAtEnd = Map.groupBy(all, (path) => `${keyOf(path)}${path.through?.other_column}`)
  return (path) => {
    const { table, through } = path
    const { table: between, column, other_column } = through as LinkTable
    const alone = alikeAtEnd.get(`${keyOf(path)}${other_column}`)?.length === 1
    const only = alike.get(keyOf(path))?.length === 1
    const columns = only ? [] : alone ? [other_column] : [column, other_column]
    const by = columns.length === 0 ? '' : `_by_${columns.map(slugify).join('_and_')}`
    return `${table.slug}_through_${slugify(between.slug)}${by}`
  }
}

function free(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? free(`${name}_`, taken) : name
}
