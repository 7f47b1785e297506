// The GraphQL types of a project's tables, made from its metadata. They are there to validate and to be asked about;
// nothing resolves: what is asked for becomes a Plan.
import {
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
} from 'graphql'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { comparisonOf } from './comparisons.ts'
import { type Field, fieldsOf, isName, type RootField, writableColumns } from './fields.ts'
import { scalarOf, UUID } from './scalars.ts'
import { DIRECTION, inputOf, list, outputOf, PAGE, RESOLUTION, URL_TYPE } from './shared-types.ts'

// Names that stand for values in GraphQL.
const NO_ENUM: ReadonlySet<string> = new Set(['true', 'false', 'null'])

// What the names of a table's types end with; its rows' type is called as the table.
const READ_TYPES = ['Aggregate', 'Where', 'OrderBy', 'OrderByColumn']
const WRITE_TYPES = ['Insert', 'Set', 'OnConflict', 'Column']

/** ProjectTypes makes the types of one project, each when it is first asked for. Those of tables have the slug and behind it a capital letter, which no slug has. */
export class ProjectTypes {
  readonly #shape: SchemaShape
  readonly #made = new Map<string, unknown>()
  #weight = 0

  constructor(shape: SchemaShape) {
    this.#shape = shape
  }

  /** weight is how many types and fields were made so far, each some hundred bytes. */
  get weight(): number {
    return this.#weight
  }

  /** forget lets go of what was made. */
  forget(): void {
    this.#made.clear()
    this.#weight = 0
  }

  /** names are those of all types that the project's tables have. */
  names(): string[] {
    const tables = [...this.#shape.tables.values()].filter(({ slug }) => isName(slug))
    return tables.flatMap(({ slug, read_only }) => [
      slug,
      ...READ_TYPES.map((suffix) => slug + suffix),
      ...(read_only ? [] : WRITE_TYPES.map((suffix) => slug + suffix)),
    ])
  }

  /** byName returns a type, or undefined where no table has one of that name. */
  byName(name: string): GraphQLNamedType | undefined {
    // A slug has no capitals, and a suffix begins with one.
    const end = name.search(/[A-Z]/)
    const [slug, suffix] = end < 0 ? [name, ''] : [name.slice(0, end), name.slice(end)]
    const table = this.#shape.tables.get(slug)
    if (table === undefined || !isName(slug)) return undefined
    if (WRITE_TYPES.includes(suffix) && table.read_only) return undefined
    switch (suffix) {
      case '':
        return this.#row(table)
      case 'Aggregate':
        return this.#aggregate(table)
      case 'Where':
        return this.#where(table)
      case 'OrderBy':
        return this.#orderBy(table)
      case 'OrderByColumn':
        return this.#orderByColumn(table)
      case 'Insert':
        return this.#input(table, 'insert')
      case 'Set':
        return this.#input(table, 'update')
      case 'OnConflict':
        return this.#onConflict(table)
      case 'Column':
        return this.#columns(table)
      default:
        return undefined
    }
  }

  /** rootField returns a field of the query or mutation type. */
  rootField(type: string, name: string, root: RootField): GraphQLField<unknown, unknown> {
    // A type of that one field makes it.
    const make = () => new GraphQLObjectType({ name: type, fields: { [name]: this.root(root) } })
    return this.#once(
      `field ${type} ${name}`,
      () => make().getFields()[name] as GraphQLField<unknown, unknown>,
    )
  }

  fields(table: TableShape): Map<string, Field> {
    return this.#once(`fields ${table.slug}`, () => fieldsOf(this.#shape, table))
  }

  root({ kind, table }: RootField): GraphQLFieldConfig<unknown, unknown> {
    const row = this.#row(table)
    const id = { id: { type: new GraphQLNonNull(UUID) } }
    switch (kind) {
      case 'list':
        return {
          type: list(row),
          args: { ...this.#listArguments(table), ...(table.is_view ? {} : { cursor: { type: UUID } }) },
        }
      case 'by_pk':
      case 'delete':
        return { type: row, args: id }
      case 'aggregate':
        return { type: this.#aggregate(table), args: { where: { type: this.#where(table) } } }
      case 'insert': {
        const objects = new GraphQLNonNull(list(this.#input(table, 'insert')))
        return { type: new GraphQLList(row), args: { objects: { type: objects }, ...this.#upsert(table) } }
      }
      case 'insert_one': {
        const object = { type: new GraphQLNonNull(this.#input(table, 'insert')) }
        return { type: row, args: { object, ...this.#upsert(table) } }
      }
      case 'update': {
        const values = { type: new GraphQLNonNull(this.#input(table, 'update')) }
        return { type: row, args: { ...id, _set: values } }
      }
    }
  }

  #row(table: TableShape): GraphQLObjectType {
    return this.#once(table.slug, () => {
      const fields = () =>
        Object.fromEntries(this.#entries(table).map(([name, field]) => [name, this.#field(field)]))
      return new GraphQLObjectType({ name: table.slug, fields })
    })
  }

  #field(field: Field): GraphQLFieldConfig<unknown, unknown> {
    if (field.kind === 'column') return { type: outputOf(field.column) }
    if (field.kind === 'url') return URL_TYPE
    const { relation, table } = field
    const row = this.#row(table)
    return relation.many
      ? { type: new GraphQLNonNull(list(row)), args: this.#listArguments(table) }
      : { type: row }
  }

  #listArguments(table: TableShape): GraphQLFieldConfigArgumentMap {
    return {
      where: { type: this.#where(table) },
      order_by: { type: list(this.#orderBy(table)) },
      ...PAGE,
    }
  }

  #aggregate(table: TableShape): GraphQLObjectType {
    return this.#once(`${table.slug}Aggregate`, (name) => {
      return new GraphQLObjectType({ name, fields: { count: { type: new GraphQLNonNull(GraphQLInt) } } })
    })
  }

  #where(table: TableShape): GraphQLInputObjectType {
    return this.#once(`${table.slug}Where`, (name): GraphQLInputObjectType => {
      const self = () => this.#where(table)
      const of = (field: Exclude<Field, { kind: 'url' }>) =>
        field.kind === 'column' ? comparisonOf(scalarOf(field.column.data_type)) : this.#where(field.table)
      const fields = () => ({
        _and: { type: list(self()) },
        _or: { type: list(self()) },
        _not: { type: self() },
        ...Object.fromEntries(
          this.#entries(table).flatMap(([field, one]) =>
            one.kind === 'url' ? [] : [[field, { type: of(one) }]],
          ),
        ),
      })
      return new GraphQLInputObjectType({ name, fields })
    })
  }

  // An order goes one relation far, as in the data API.
  #orderBy(table: TableShape): GraphQLInputObjectType {
    return this.#once(`${table.slug}OrderBy`, (name) => {
      const fields = () => {
        const related = this.#entries(table).flatMap(([field, one]) =>
          one.kind === 'relation' && !one.relation.many
            ? [[field, { type: this.#orderByColumn(one.table) }]]
            : [],
        )
        return { ...this.#directions(table), ...Object.fromEntries(related) }
      }
      return new GraphQLInputObjectType({ name, fields })
    })
  }

  #orderByColumn(table: TableShape): GraphQLInputObjectType {
    return this.#once(`${table.slug}OrderByColumn`, (name) => {
      return new GraphQLInputObjectType({ name, fields: () => this.#directions(table) })
    })
  }

  #directions(table: TableShape): Record<string, GraphQLInputFieldConfig> {
    const columns = this.#entries(table).filter(
      ([, field]) => field.kind === 'column' && field.column.data_type !== 'json',
    )
    return Object.fromEntries(columns.map(([column]) => [column, { type: DIRECTION }]))
  }

  #upsert(table: TableShape): GraphQLFieldConfigArgumentMap {
    return { on_conflict: { type: this.#onConflict(table) } }
  }

  #onConflict(table: TableShape): GraphQLInputObjectType {
    return this.#once(`${table.slug}OnConflict`, (name) => {
      const fields = () => ({
        columns: { type: list(this.#columns(table)), description: 'Where nothing is said, the id.' },
        resolution: { type: new GraphQLNonNull(RESOLUTION) },
      })
      return new GraphQLInputObjectType({ name, fields })
    })
  }

  #columns(table: TableShape): GraphQLEnumType {
    return this.#once(`${table.slug}Column`, (name) => {
      this.#weight += table.columns.size
      const columns = [...table.columns.keys()].filter((column) => isName(column) && !NO_ENUM.has(column))
      return new GraphQLEnumType({ name, values: Object.fromEntries(columns.map((column) => [column, {}])) })
    })
  }

  #input(table: TableShape, mode: 'insert' | 'update'): GraphQLInputObjectType {
    return this.#once(`${table.slug}${mode === 'insert' ? 'Insert' : 'Set'}`, (name) => {
      const fields = () => {
        this.#weight += table.columns.size
        const columns = writableColumns(table, mode)
        return Object.fromEntries(columns.map((column) => [column.name, inputOf(table, column, mode)]))
      }
      return new GraphQLInputObjectType({ name, fields })
    })
  }

  // What a type is made of when its fields are first asked for.
  #entries(table: TableShape): [string, Field][] {
    const fields = [...this.fields(table)]
    this.#weight += fields.length
    return fields
  }

  #once<T>(name: string, make: (name: string) => T): T {
    const known = this.#made.get(name)
    if (known !== undefined) return known as T
    const made = make(name)
    this.#made.set(name, made)
    this.#weight += 1
    return made
  }
}
