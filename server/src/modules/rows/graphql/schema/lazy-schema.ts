// A GraphQL schema whose types are made when they are first asked for: a document touches few tables, and a project may
// have thousands of columns. graphql-js asks a schema through methods; those that name types and fields are answered here.
import { type GraphQLField, type GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql'

/** LazyMap is what names stand for, made when it is first asked for; `make` returns undefined for unknown names. */
export interface LazyMap<T> {
  names(): readonly string[]
  make(name: string): T | undefined
}

/** LazySource is what a schema is made of. */
export interface LazySource {
  readonly types: LazyMap<GraphQLNamedType>
  readonly query: LazyMap<GraphQLField<unknown, unknown>>
  readonly mutation: LazyMap<GraphQLField<unknown, unknown>>
  /** fixed are types that all schemas share. */
  readonly fixed: readonly GraphQLNamedType[]
}

/** lazySchema makes a schema. It is taken to be valid, since checking would make all of it. */
export function lazySchema({ types, query, mutation, fixed }: LazySource): GraphQLSchema {
  const Query = rootType('Query', query)
  const Mutation = mutation.names().length === 0 ? null : rootType('Mutation', mutation)
  const schema = new GraphQLSchema({
    query: Query.empty,
    mutation: Mutation?.empty,
    types: fixed,
    assumeValid: true,
  })
  const known = schema.getTypeMap()
  const all = lazyObject<GraphQLNamedType>({
    names: () => [...Object.keys(known), ...types.names()],
    make: (name) => (Object.hasOwn(known, name) ? known[name] : types.make(name)),
  })
  Query.fill()
  Mutation?.fill()
  schema.getTypeMap = () => all
  schema.getType = (name) => all[name]
  return schema
}

// A schema looks at all fields of its root types while it is made, and must find none yet.
function rootType(name: string, fields: LazyMap<GraphQLField<unknown, unknown>>) {
  const empty = new GraphQLObjectType({ name, fields: {} })
  const lazy = lazyObject(fields)
  return {
    empty,
    fill: () => {
      empty.getFields = () => lazy
    },
  }
}

// An object with a property for each name.
function lazyObject<T>({ names, make }: LazyMap<T>): Record<string, T> {
  const find = (name: string | symbol) => (typeof name === 'string' ? make(name) : undefined)
  return new Proxy(Object.create(null), {
    get: (_, name) => find(name),
    has: (_, name) => find(name) !== undefined,
    ownKeys: () => names() as string[],
    getOwnPropertyDescriptor: (_, name) => {
      const value = find(name)
      return value === undefined
        ? undefined
        : { value, enumerable: true, configurable: true, writable: false }
    },
  })
}
