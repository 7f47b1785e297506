// The GraphQL schema of a project, made from its metadata. It is there to validate and to be asked about; nothing
// resolves: what is asked for becomes a Plan.
import {
  type DocumentNode,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { LIST_LIMITS } from '#engine/parse-level.ts'
import type { SchemaShape } from '#engine/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shape.ts'
import { comparisonOf } from './comparisons.ts'
import { type Field, fieldsOf, isName, type RootField, rootFieldsOf, writableColumns } from './fields.ts'
import { scalarOf, UUID } from './scalars.ts'

/** ProjectApi is a project in GraphQL. */
export interface ProjectApi {
  readonly schema: GraphQLSchema
  /** documents are those that were found valid, by their text: checking one costs more than running it. */
  readonly documents: LRUCache<string, DocumentNode>
  readonly roots: { readonly queries: Map<string, RootField>; readonly mutations: Map<string, RootField> }
  /** fields are those of a table's rows. */
  fields(table: TableShape): ReadonlyMap<string, Field>
}

// In characters, each of which takes some 70 bytes once it is parsed.
const DOCUMENTS_LENGTH = 5000

/** createApiCache gives the function that makes a project's API, or has it still. */
export function createApiCache(): (projectId: string, shape: SchemaShape) => ProjectApi {
  const cache = new LRUCache<string, { shape: SchemaShape; api: ProjectApi }>({ max: 500 })
  return (projectId, shape) => {
    const known = cache.get(projectId)
    // Metadata that has changed is another object, so news of changes need not come here as well.
    if (known?.shape === shape) return known.api
    const api = buildApi(shape)
    cache.set(projectId, { shape, api })
    return api
  }
}

function buildApi(shape: SchemaShape): ProjectApi {
  const types = new Types(shape)
  const roots = rootFieldsOf(shape)
  const configs = (fields: ReadonlyMap<string, RootField>) =>
    Object.fromEntries([...fields].map(([name, field]) => [name, types.root(field)]))
  const query = new GraphQLObjectType({ name: 'Query', fields: () => configs(roots.queries) })
  const mutation = new GraphQLObjectType({ name: 'Mutation', fields: () => configs(roots.mutations) })
  const schema = new GraphQLSchema({ query, mutation: roots.mutations.size === 0 ? null : mutation })
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: DOCUMENTS_LENGTH,
    sizeCalculation: (_document, query) => query.length + 1,
  })
  return { schema, documents, roots, fields: (table) => types.fields(table) }
}

const DIRECTION = new GraphQLEnumType({ name: 'Direction', values: { asc: {}, desc: {} } })
const RESOLUTION = new GraphQLEnumType({
  name: 'Resolution',
  description: 'What happens to a row that exists: it takes the new values, or stays as it is.',
  values: { merge_duplicates: { value: 'merge' }, ignore_duplicates: { value: 'ignore' } },
})
// Names that stand for values in GraphQL.
const NO_ENUM: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const PAGE = {
  limit: {
    type: GraphQLInt,
    description: `${LIST_LIMITS.default} where nothing is said, at most ${LIST_LIMITS.max}.`,
  },
  offset: { type: GraphQLInt },
}

/** The types of one project. Those of tables have the slug and behind it a capital letter, which no slug has. */
class Types {
  readonly #shape: SchemaShape
  readonly #made = new Map<string, unknown>()

  constructor(shape: SchemaShape) {
    this.#shape = shape
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
        Object.fromEntries([...this.fields(table)].map(([name, field]) => [name, this.#field(field)]))
      return new GraphQLObjectType({ name: table.slug, fields })
    })
  }

  #field(field: Field): GraphQLFieldConfig<unknown, unknown> {
    if (field.kind === 'column') return { type: outputOf(field.column) }
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
      const of = (field: Field) =>
        field.kind === 'column' ? comparisonOf(scalarOf(field.column.data_type)) : this.#where(field.table)
      const fields = () => ({
        _and: { type: list(self()) },
        _or: { type: list(self()) },
        _not: { type: self() },
        ...Object.fromEntries([...this.fields(table)].map(([field, one]) => [field, { type: of(one) }])),
      })
      return new GraphQLInputObjectType({ name, fields })
    })
  }

  // An order goes one relation far, as in the data API.
  #orderBy(table: TableShape): GraphQLInputObjectType {
    return this.#once(`${table.slug}OrderBy`, (name) => {
      const fields = () => {
        const related = [...this.fields(table)].flatMap(([field, one]) =>
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
      return new GraphQLInputObjectType({ name, fields: this.#directions(table) })
    })
  }

  #directions(table: TableShape): Record<string, GraphQLInputFieldConfig> {
    const columns = [...this.fields(table)].filter(
      ([, field]) => field.kind === 'column' && field.column.data_type !== 'json',
    )
    return Object.fromEntries(columns.map(([column]) => [column, { type: DIRECTION }]))
  }

  #upsert(table: TableShape): GraphQLFieldConfigArgumentMap {
    const type = this.#once(`${table.slug}OnConflict`, (name) => {
      const columns = [...table.columns.keys()].filter((column) => isName(column) && !NO_ENUM.has(column))
      const values = Object.fromEntries(columns.map((column) => [column, {}]))
      const column = new GraphQLEnumType({ name: `${table.slug}Column`, values })
      return new GraphQLInputObjectType({
        name,
        fields: {
          columns: { type: list(column), description: 'Where nothing is said, the id.' },
          resolution: { type: new GraphQLNonNull(RESOLUTION) },
        },
      })
    })
    return { on_conflict: { type } }
  }

  #input(table: TableShape, mode: 'insert' | 'update'): GraphQLInputObjectType {
    return this.#once(`${table.slug}${mode === 'insert' ? 'Insert' : 'Set'}`, (name) => {
      const columns = writableColumns(table, mode)
      const fields = columns.map((column) => [column.name, inputOf(table, column, mode)] as const)
      return new GraphQLInputObjectType({ name, fields: Object.fromEntries(fields) })
    })
  }

  #once<T>(name: string, make: (name: string) => T): T {
    const known = this.#made.get(name)
    if (known !== undefined) return known as T
    const made = make(name)
    this.#made.set(name, made)
    return made
  }
}

function list<T extends GraphQLObjectType | GraphQLInputObjectType | GraphQLEnumType>(type: T) {
  return new GraphQLList(new GraphQLNonNull(type))
}

function outputOf({ data_type, required }: ColumnShape): GraphQLOutputType {
  return required ? new GraphQLNonNull(scalarOf(data_type)) : scalarOf(data_type)
}

// The owner of a row is filled in for users, so that nobody must name it.
function inputOf(table: TableShape, column: ColumnShape, mode: 'insert' | 'update'): GraphQLInputFieldConfig {
  const type = scalarOf(column.data_type)
  const needed = column.required && !column.has_default && column.name !== table.owner_column
  return { type: mode === 'insert' && needed ? new GraphQLNonNull(type) : type }
}
