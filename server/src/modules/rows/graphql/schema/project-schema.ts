// A project's API in GraphQL: its schema, kept while its metadata stands.
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { type Field, type RootField, rootFieldsOf } from './fields.ts'
import { lazySchema } from './lazy-schema.ts'
import { ProjectTypes } from './project-types.ts'
import { FIXED } from './shared-types.ts'

/** ProjectApi is a project in GraphQL. */
export interface ProjectApi {
  readonly schema: GraphQLSchema
  /** documents are those that were found valid, by their text: checking one costs more than running it. */
  readonly documents: LRUCache<string, DocumentNode>
  readonly roots: { readonly queries: Map<string, RootField>; readonly mutations: Map<string, RootField> }
  /** fields are those of a table's rows. */
  fields(table: TableShape): ReadonlyMap<string, Field>
  /** weight is how many types and fields its documents have touched. */
  weight(): number
  /** passing makes the same schema once more, which can forget what it has made. */
  passing(): PassingSchema
}

/** PassingSchema is a schema to go through once. */
export interface PassingSchema {
  readonly schema: GraphQLSchema
  /** forget lets go of all types that were made so far. */
  forget(): void
}

// In characters, each of which takes some 70 bytes once it is parsed.
const DOCUMENTS_LENGTH = 5000

// In types and fields, each some hundred bytes. Beyond it a project's types, or other projects', are made anew.
const MAX_WEIGHT = 50_000
const MAX_TOTAL_WEIGHT = 500_000

/** createApiCache returns the function that makes a project's API, or has it still. */
export function createApiCache(): (projectId: string, shape: SchemaShape) => ProjectApi {
  const cache = new LRUCache<string, { shape: SchemaShape; api: ProjectApi; size: number }>({
    max: 500,
    maxSize: MAX_TOTAL_WEIGHT,
  })
  return (projectId, shape) => {
    const known = cache.get(projectId)
    // Metadata that has changed is another object, so notification of changes need not come here as well.
    const isCurrent = known?.shape === shape && known.api.weight() <= MAX_WEIGHT
    const api = isCurrent ? known.api : buildApi(shape)
    const size = 1 + api.weight()
    if (known?.api !== api || known.size !== size) cache.set(projectId, { shape, api, size }, { size })
    return api
  }
}

function buildApi(shape: SchemaShape): ProjectApi {
  const types = new ProjectTypes(shape)
  const roots = rootFieldsOf(shape)
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: DOCUMENTS_LENGTH,
    sizeCalculation: (_document, query) => query.length + 1,
  })
  return {
    ...{ schema: schemaOf(types, roots), documents, roots, fields: (table) => types.fields(table) },
    weight: () => types.weight,
    passing: () => {
      const made = new ProjectTypes(shape)
      return { schema: schemaOf(made, roots), forget: () => made.forget() }
    },
  }
}

function schemaOf(types: ProjectTypes, roots: ProjectApi['roots']): GraphQLSchema {
  return lazySchema({
    types: { names: () => types.names(), make: (name) => types.byName(name) },
    query: rootFields('Query', roots.queries, types),
    mutation: rootFields('Mutation', roots.mutations, types),
    fixed: FIXED,
  })
}

function rootFields(type: string, roots: ReadonlyMap<string, RootField>, types: ProjectTypes) {
  return {
    names: () => [...roots.keys()],
    make: (name: string) => {
      const root = roots.get(name)
      return root && types.rootField(type, name, root)
    },
  }
}
