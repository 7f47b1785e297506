// Introspection, written as JSON piece by piece: others have their turn in between, and it ends where the answer would
// become too large. What tools send to get the whole schema may be large; anything else is small.
import { setImmediate } from 'node:timers/promises'
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getIntrospectionQuery,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  print,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql'
import { FilterError } from '#engine/request/operands.ts'
import { collectFields, type Selections } from '#modules/rows/graphql/request/collect-fields.ts'
import type { PassingSchema } from '#modules/rows/graphql/schema/project-schema.ts'

const MAX_VALUES = 20_000
const MAX_STANDARD_BYTES = 48 * 1024 * 1024
// So many values are written before others have their turn: about a millisecond.
const TURN = 4_000

/** Introspection is what one field of an operation asks of the schema. */
export interface Introspection extends Selections {
  readonly nodes: readonly FieldNode[]
}

/**
 * standardForm returns what is asked in one spelling, where it is no more than the query asks that tools send, without
 * aliases; else undefined.
 */
export function standardForm({ nodes, ...selections }: Introspection): string | undefined {
  if (nodes[0]?.name.value !== '__schema') return undefined
  return formWithin(selections, nodes, STANDARD)
}

/** introspect writes the answer as JSON, or throws a FilterError where it is too large. */
export async function introspect(
  passing: PassingSchema,
  asked: Introspection,
  standard: boolean,
): Promise<string> {
  const writer = new Writer(passing, asked, standard)
  for (const _ of writer.root()) await setImmediate()
  return writer.text()
}

type Tree = ReadonlyMap<string, Tree>

// The fields that the most complete of these queries asks for, by their names.
const STANDARD: Tree = standardTree()

function standardTree(): Tree {
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true }
  const more = {
    inputValueDeprecation: true,
    experimentalDirectiveDeprecation: true,
    oneOf: true,
    typeDepth: 20,
  }
  const document = parse(getIntrospectionQuery({ ...options, ...more }))
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const selections = {
    fragments: new Map(fragments.map((one) => [one.name.value, one])),
    variables: { sources: {}, coerced: {} },
  }
  const treeOf = (nodes: readonly FieldNode[]): Tree =>
    new Map([...fieldsBelow(selections, nodes)].map(([name, below]) => [name, treeOf(below)]))
  const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  return treeOf((operation?.selectionSet.selections ?? []) as readonly FieldNode[])
}

function fieldsBelow(selections: Selections, nodes: readonly FieldNode[]): Map<string, FieldNode[]> {
  return collectFields(
    selections,
    nodes.map(({ selectionSet }) => selectionSet),
  )
}

function formWithin(selections: Selections, nodes: readonly FieldNode[], tree: Tree): string | undefined {
  const parts: string[] = []
  for (const [key, below] of fieldsBelow(selections, nodes)) {
    const [{ name, arguments: given = [] }] = below as [FieldNode]
    const next = name.value === '__typename' ? new Map() : tree.get(name.value)
    const form = key === name.value && next && formWithin(selections, below, next)
    if (typeof form !== 'string') return undefined
    parts.push(`${key}(${given.map(print)})${form}`)
  }
  return `{${parts}}`
}

// What is written of each object that a selection is about.
interface Part {
  readonly start: string
  readonly name: string
  readonly node: FieldNode
  readonly below: readonly FieldNode[]
}

class Writer {
  readonly #passing: PassingSchema
  readonly #schema: GraphQLSchema
  readonly #asked: Introspection
  readonly #isStandard: boolean
  readonly #info: GraphQLResolveInfo
  readonly #collected = new Map<readonly FieldNode[], readonly Part[]>()
  readonly #arguments = new Map<FieldNode, Record<string, unknown>>()
  #chunks: string[] = []
  #pieces: string[] = []
  #bytes = 0
  #values = 0
  #turn = 0

  constructor(passing: PassingSchema, asked: Introspection, standard: boolean) {
    this.#passing = passing
    this.#schema = passing.schema
    this.#asked = asked
    this.#isStandard = standard
    this.#info = { schema: passing.schema } as GraphQLResolveInfo
  }

  /** root writes all, and yields wherever others could have their turn. */
  *root(): Generator<void> {
    const [node] = this.#asked.nodes as [FieldNode]
    const field = node.name.value === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef
    const value = this.#resolve(field, node, undefined)
    yield* this.#steps(field.type, value, this.#asked.nodes, 0)
  }

  /** text is what was written. */
  text(): string {
    this.#flush()
    return this.#chunks.join('')
  }

  // The outer lists are the long ones: those of types, and of their fields.
  *#steps(
    type: GraphQLOutputType,
    value: unknown,
    nodes: readonly FieldNode[],
    lists: number,
  ): Generator<void> {
    if (isNonNullType(type)) yield* this.#steps(type.ofType, value, nodes, lists)
    else if (value === null || value === undefined || lists > 1) this.#write(type, value, nodes)
    else if (isListType(type)) yield* this.#items(type.ofType, value as unknown[], nodes, lists)
    else if (isObjectType(type)) yield* this.#object(type, value, nodes, lists)
    else this.#write(type, value, nodes)
  }

  *#object(
    type: GraphQLObjectType,
    value: unknown,
    nodes: readonly FieldNode[],
    lists: number,
  ): Generator<void> {
    const parts = this.#parts(nodes)
    for (const { start, name, node, below } of parts) {
      this.#put(start)
      const field = type.getFields()[name]
      if (field === undefined) this.#put(JSON.stringify(type.name))
      else if (name === 'types' && type.name === '__Schema') yield* this.#types(field, below)
      else yield* this.#steps(field.type, this.#resolve(field, node, value), below, lists)
    }
    this.#put(parts.length === 0 ? '{}' : '}')
  }

  // Types are made one by one, and forgotten again.
  *#types(field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[]): Generator<void> {
    const list = isNonNullType(field.type) ? field.type.ofType : field.type
    const item = isListType(list) ? list.ofType : list
    this.#put('[')
    for (const [index, name] of Object.keys(this.#schema.getTypeMap()).entries()) {
      if (index > 0) this.#put(',')
      yield* this.#steps(item, this.#schema.getType(name), nodes, 1)
      if (this.#isStandard) this.#passing.forget()
      if (this.#isTurnOver()) yield
    }
    this.#put(']')
  }

  *#items(
    type: GraphQLOutputType,
    items: readonly unknown[],
    nodes: readonly FieldNode[],
    lists: number,
  ): Generator<void> {
    this.#put('[')
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#put(',')
      yield* this.#steps(type, item, nodes, lists + 1)
      if (this.#isTurnOver()) yield
    }
    this.#put(']')
  }

  #write(type: GraphQLOutputType, value: unknown, nodes: readonly FieldNode[]): void {
    if (isNonNullType(type)) this.#write(type.ofType, value, nodes)
    else if (value === null || value === undefined) this.#put('null')
    else if (isListType(type)) this.#writeList(type.ofType, value as unknown[], nodes)
    else if (isLeafType(type)) this.#put(JSON.stringify(type.coerceOutputValue(value)))
    else if (isObjectType(type)) this.#writeObject(type.getFields(), type.name, value, nodes)
  }

  #writeList(type: GraphQLOutputType, items: readonly unknown[], nodes: readonly FieldNode[]): void {
    this.#put('[')
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#put(',')
      this.#write(type, item, nodes)
    }
    this.#put(']')
  }

  #writeObject(
    fields: Record<string, GraphQLField<unknown, unknown>>,
    typename: string,
    value: unknown,
    nodes: readonly FieldNode[],
  ): void {
    const parts = this.#parts(nodes)
    for (const { start, name, node, below } of parts) {
      this.#put(start)
      const field = fields[name]
      if (field === undefined) this.#put(JSON.stringify(typename))
      else this.#write(field.type, this.#resolve(field, node, value), below)
    }
    this.#put(parts.length === 0 ? '{}' : '}')
  }

  #resolve(field: GraphQLField<unknown, unknown>, node: FieldNode, value: unknown): unknown {
    const given = this.#arguments.get(node) ?? getArgumentValues(field, node, this.#asked.variables)
    this.#arguments.set(node, given)
    return field.resolve?.(value, given, undefined, this.#info)
  }

  #parts(nodes: readonly FieldNode[]): readonly Part[] {
    const known = this.#collected.get(nodes)
    if (known !== undefined) return known
    const parts = [...fieldsBelow(this.#asked, nodes)].map(([key, below], index): Part => {
      const [node] = below as [FieldNode]
      return {
        start: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
        name: node.name.value,
        node,
        below,
      }
    })
    this.#collected.set(nodes, parts)
    return parts
  }

  #isTurnOver(): boolean {
    if (this.#values - this.#turn < TURN) return false
    this.#turn = this.#values
    return true
  }

  // Each field and item counts.
  #put(text: string): void {
    this.#values += 1
    this.#bytes += text.length
    const tooMuch = this.#isStandard ? this.#bytes > MAX_STANDARD_BYTES : this.#values > MAX_VALUES
    if (tooMuch) throw new FilterError(TOO_LARGE)
    this.#pieces.push(text)
    if (this.#pieces.length > TURN) this.#flush()
  }

  #flush(): void {
    this.#chunks.push(this.#pieces.join(''))
    this.#pieces = []
  }
}

const TOO_LARGE =
  'This asks for too much of the schema at once. Send the introspection query of your tool, or ask for single types with __type.'
