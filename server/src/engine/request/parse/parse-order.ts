// `order=price.desc,author(name).asc`: what rows are sorted by, and how an order is completed so that pages never overlap.

import { FilterError, findOperand, getOperand } from '#engine/request/operands.ts'
import type { Embed, Order } from '#engine/request/plan.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'

// A dot within the parentheses is part of what is sorted by.
const RELATED = /^([\p{L}_][\p{L}\p{N}_-]*)\((.+)\)$/su

/** MAX_ORDER is how many columns one order may name; those that complete it are not counted. */
export const MAX_ORDER = 50

/** parseOrder reads an order; `embeds` are the relations that the select names. */
export function parseOrder(table: TableShape, text: string | undefined, embeds: readonly Embed[]): Order[] {
  const items = text === undefined || text === '' ? [] : text.split(',', MAX_ORDER + 1)
  if (items.length > MAX_ORDER) throw new FilterError(`order: takes at most ${MAX_ORDER} columns.`)
  return withTies(
    table,
    items.map((item) => parseOrderItem(table, item.trim(), embeds)),
  )
}

/** withTies completes an order, so that it is the same each time: newest first where it says nothing. */
export function withTies(table: TableShape, given: readonly Order[]): Order[] {
  const order = given.length === 0 ? createdAt(table) : [...given]
  const direction = order[0]?.direction ?? 'asc'
  for (const column of tieColumns(table)) {
    if (!order.some((one) => one.column === column && one.via === undefined))
      order.push({ column, direction })
  }
  return order
}

/**
 * tieColumns stand last in an order, so that rows with equal values keep one order from page to page: the id, and as a
 * view's need not differ from row to row, all columns of a view. Where an index has the beginning, PostgreSQL sorts by
 * the others only what is equal there.
 */
export function tieColumns({ columns, is_view }: TableShape): ColumnShape[] {
  const id = columns.get('id')
  const rest = is_view === true ? [...columns.values()].filter((column) => column !== id) : []
  return [...(id === undefined ? [] : [id]), ...rest].filter(isOrdered)
}

function isOrdered({ data_type }: ColumnShape): boolean {
  return data_type !== 'json'
}

function parseOrderItem(table: TableShape, item: string, embeds: readonly Embed[]): Order {
  const [whole = item, side] = /^(.+)\.nulls(first|last)$/s.exec(item)?.slice(1) ?? []
  const nulls = side as Order['nulls']
  const dot = RELATED.test(whole) ? -1 : whole.lastIndexOf('.')
  const name = dot < 0 ? whole : whole.slice(0, dot)
  const direction = dot < 0 ? 'asc' : whole.slice(dot + 1)
  if (name === '' || (direction !== 'asc' && direction !== 'desc'))
    throw new FilterError(
      `order: ${item.slice(0, 80)} is not column.asc or column.desc, with .nullsfirst or .nullslast behind it or not.`,
    )
  const operand = orderedBy(table, name, embeds)
  if (!isOrdered(operand.column)) throw new FilterError(`order: a json column such as ${name} has no order.`)
  return nulls === undefined ? { ...operand, direction } : { ...operand, direction, nulls }
}

// `author(name)` is a column of the row that the select shows as `author`.
function orderedBy(table: TableShape, name: string, embeds: readonly Embed[]): Omit<Order, 'direction'> {
  const [, key, inner = ''] = RELATED.exec(name) ?? []
  if (key === undefined || findOperand(table, name) !== undefined) return getOperand(table, name)
  const embed = embeds.find((one) => one.key === key)
  if (embed === undefined)
    throw new FilterError(
      `order: the select names no ${key.slice(0, 63)}(…) to sort by; ${key.slice(0, 63)}() in it shows nothing.`,
    )
  if (embed.relation.many)
    throw new FilterError(`order: ${key} may be several rows, and only a single one has a place in an order.`)
  return { ...getOperand(embed.table, inner), via: embed }
}

// Newest first, where the table knows when its rows were made.
function createdAt(table: TableShape): Order[] {
  const column = table.columns.get('created_at')
  return column === undefined || !isOrdered(column) ? [] : [{ column, direction: 'desc' }]
}
