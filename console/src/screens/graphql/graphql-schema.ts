// The schema of GraphQL as introspection describes it, for the explorer and for documents that begin with a field.
import type {
  IntrospectionField,
  IntrospectionInputValue,
  IntrospectionQuery,
  IntrospectionType,
  IntrospectionTypeRef,
} from 'graphql'

/** Found is a type, or a field of one, that a search has found. */
export interface Found {
  readonly type: string
  readonly field?: string
}

/** typeText writes a type as GraphQL does: [Book!]!. */
export function typeText(ref: IntrospectionTypeRef): string {
  if (ref.kind === 'NON_NULL') return `${typeText(ref.ofType)}!`
  return ref.kind === 'LIST' ? `[${typeText(ref.ofType)}]` : ref.name
}

/** nameOf returns the name of a type without lists and exclamation marks. */
export function nameOf(ref: IntrospectionTypeRef): string {
  return ref.kind === 'NON_NULL' || ref.kind === 'LIST' ? nameOf(ref.ofType) : ref.name
}

/** typeNamed returns a type. */
export function typeNamed({ __schema }: IntrospectionQuery, name: string): IntrospectionType | undefined {
  return __schema.types.find((type) => type.name === name)
}

type Member = IntrospectionField | IntrospectionInputValue

/** membersOf returns the fields of a type, of an object or of an input. */
export function membersOf(type: IntrospectionType | undefined): readonly Member[] {
  // What a kind of type does not have is null.
  const { fields, inputFields } = (type ?? {}) as {
    readonly fields?: readonly IntrospectionField[] | null
    readonly inputFields?: readonly IntrospectionInputValue[] | null
  }
  return fields ?? inputFields ?? []
}

/** rootsOf returns the names of the types with which documents begin. */
export function rootsOf({ __schema }: IntrospectionQuery): readonly string[] {
  return [__schema.queryType.name, ...(__schema.mutationType ? [__schema.mutationType.name] : [])]
}

const MOST_FOUND = 50

/** find returns types and fields whose name has a text, types first. */
export function find(schema: IntrospectionQuery, text: string): readonly Found[] {
  const wanted = text.toLowerCase()
  const types = schema.__schema.types.filter(({ name }) => !name.startsWith('__'))
  const named = types
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name }) => ({ type: name }))
  const fields = types.flatMap((type) =>
    membersOf(type)
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map(({ name }) => ({ type: type.name, field: name })),
  )
  return [...named, ...fields].slice(0, MOST_FOUND)
}

const PAGE = 10

/** documentOf returns a document with one field: what it needs as variables, and the scalars of what it returns. */
export function documentOf(schema: IntrospectionQuery, root: string, field: IntrospectionField): string {
  const needed = field.args.filter(({ type }) => type.kind === 'NON_NULL')
  const hasLimit = field.args.some(({ name }) => name === 'limit')
  const args = [
    ...needed.map(({ name }) => `${name}: $${name}`),
    ...(hasLimit ? [`limit: ${PAGE}`] : []),
  ].join(', ')
  const variables = needed.map(({ name, type }) => `$${name}: ${typeText(type)}`).join(', ')
  const kind = root === schema.__schema.queryType.name ? 'query' : 'mutation'
  const leaves = membersOf(typeNamed(schema, nameOf(field.type)))
    .filter(({ type }) => isLeaf(schema, nameOf(type)))
    .map(({ name }) => `    ${name}`)
  const call = `${field.name}${args === '' ? '' : `(${args})`}`
  const body = leaves.length === 0 ? `  ${call}` : `  ${call} {\n${leaves.join('\n')}\n  }`
  return `${kind}${variables === '' ? '' : ` (${variables})`} {\n${body}\n}`
}

function isLeaf(schema: IntrospectionQuery, name: string): boolean {
  const kind = typeNamed(schema, name)?.kind
  return kind === 'SCALAR' || kind === 'ENUM'
}

/** operationsIn returns the names of the operations of a document. */
export function operationsIn(query: string): readonly string[] {
  const bare = query.replaceAll(/"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, ' ')
  return [...bare.matchAll(/\b(?:query|mutation)\s+([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
}
