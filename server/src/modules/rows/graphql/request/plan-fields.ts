// Fields as Plans: each field of the query type becomes one Plan, with all that is below it, and so one statement.

import { type FieldNode, type GraphQLObjectType, getArgumentValues } from 'graphql'
import { parseCursor } from '#engine/request/cursor.ts'
import { FilterError } from '#engine/request/operands.ts'
import type { Budget } from '#engine/request/parse/parse-level.ts'
import { MAX_RELATED_DEPTH } from '#engine/request/parse/parse-select.ts'
import type { Embed, Selection } from '#engine/request/plan.ts'
import type { RelationPath } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { ReadPlan } from '#modules/rows/data/reading/prepared-reads.service.ts'
import type { RootField } from '#modules/rows/graphql/schema/fields.ts'
import type { ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'
import { readOrder, readPage, readWhere } from './arguments.ts'
import { collectFields, type Selections } from './collect-fields.ts'

/** Planning is what fields are planned within. */
export interface Planning extends Selections {
  readonly api: ProjectApi
  readonly budget: Budget
}

/** argumentsOf returns the arguments of a field, by the definition of its type. */
export function argumentsOf(planning: Planning, type: string, node: FieldNode): Record<string, unknown> {
  const owner = planning.api.schema.getType(type) as GraphQLObjectType
  const definition = owner.getFields()[node.name.value]
  return definition === undefined ? {} : getArgumentValues(definition, node, planning.variables)
}

/** planQuery returns the plan of a field of the query type; `rows` is how many such fields there are. */
export function planQuery(
  planning: Planning,
  { kind, table }: RootField,
  nodes: readonly FieldNode[],
  rows: number,
): ReadPlan {
  const { api, budget } = planning
  const given = argumentsOf(planning, 'Query', nodes[0] as FieldNode)
  const where = readWhere(api, table, given.where, budget)
  if (kind === 'aggregate') return { kind: 'count', table, where }
  if (kind === 'by_pk') {
    const selection = selectionOf(planning, table, nodes, { rows, depth: 0 })
    return { kind: 'get', table, selection, where: [], id: readId(given.id) }
  }
  const [order, page] = [readOrder(api, table, given.order_by, budget), readPage(given)]
  const cursor = typeof given.cursor === 'string' ? given.cursor : undefined
  const below = { rows: rows * Math.max(1, page.limit), depth: 0 }
  budget.rows(below.rows)
  const selection = selectionOf(planning, table, nodes, below)
  const { limit, offset } = page
  return {
    ...{ kind: 'list', table, selection, where, order, limit },
    offset: cursor === undefined ? offset : 0,
    cursor: cursor === undefined ? undefined : parseCursor(table, order, cursor),
  }
}

/** readId checks the id of a row. */
export function readId(id: unknown): string {
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw new FilterError('id: must be a UUID.')
}

/** Place is how deep a selection stands, and how many rows it may be read for. */
interface Place {
  readonly rows: number
  readonly depth: number
}

/** selectionOf returns what is asked for of a table's rows. */
export function selectionOf(
  planning: Planning,
  table: TableShape,
  nodes: readonly FieldNode[],
  place: Place,
): NonNullable<Selection> {
  const fields = collectFields(
    planning,
    nodes.map(({ selectionSet }) => selectionSet),
  )
  return [...fields].map(([key, [node, ...more]]) => {
    checkKey(key)
    const name = (node as FieldNode).name.value
    if (name === '__typename') return { kind: 'text', key, text: table.slug }
    const field = planning.api.fields(table).get(name)
    if (field === undefined) throw new FilterError(`The table ${table.slug} has no field ${name}.`)
    if (field.kind === 'column') return { kind: 'column', key, column: field.column }
    if (field.kind === 'url') return { kind: 'url', key }
    const { kind, ...path } = field
    return embed(planning, table, { key, ...path }, [node as FieldNode, ...more], place)
  })
}

function embed(
  planning: Planning,
  from: TableShape,
  { key, ...path }: RelationPath & { readonly key: string },
  nodes: readonly FieldNode[],
  { rows, depth }: Place,
): Embed {
  const { api, budget } = planning
  const { relation, table } = path
  if (depth >= MAX_RELATED_DEPTH)
    throw new FilterError(`${key}: related rows nest at most ${MAX_RELATED_DEPTH} levels deep.`)
  budget.relation()
  const given = argumentsOf(planning, from.slug, nodes[0] as FieldNode)
  const page = readPage(given)
  const below = { rows: relation.many ? rows * Math.max(1, page.limit) : rows, depth: depth + 1 }
  budget.rows(below.rows)
  return {
    ...{ kind: 'embed', key, ...path, ...page },
    where: readWhere(api, table, given.where, budget),
    order: readOrder(api, table, given.order_by, budget),
    selection: selectionOf(planning, table, nodes, below),
  }
}

// A name of more than PostgreSQL keeps would come out cut.
function checkKey(key: string): void {
  if (key.length > 63) throw new FilterError(`${key.slice(0, 63)}…: an alias has at most 63 characters.`)
}
