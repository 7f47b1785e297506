// What names mean in a query: `slug.column`, a bare column where only one table has it, or an alias of the query.
import { FilterError, findOperand, type Operand } from '#engine/request/operands.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { Source } from './query-plan.ts'

/** QueryScope is the tables that a name may belong to, and the aliases, which come before columns. */
export interface QueryScope {
  readonly sources: readonly Source[]
  readonly aliases: ReadonlyMap<string, Operand>
}

/** NO_ALIASES is for places that stand before any alias. */
export const NO_ALIASES: ReadonlyMap<string, Operand> = new Map()

/** resolve returns the operand of a name, or refuses the query. */
export function resolve({ sources, aliases }: QueryScope, name: string): Operand {
  const alias = aliases.get(name)
  if (alias !== undefined) return alias
  const [source, rest] = qualified(sources, name)
  if (source !== undefined) return operandOf(source, rest) ?? unknown([source], rest)
  const found = sources.flatMap((one) => operandOf(one, name) ?? [])
  const [only] = found
  if (only === undefined) return unknown(sources, name)
  if (found.length === 1) return only
  const written = found.map((operand) => `${operand.source}.${name.slice(0, 63)}`)
  throw new FilterError(`${name.slice(0, 63)} is in several tables; write one of ${written.join(', ')}.`)
}

/** getSource returns the source of a name, or refuses the query. */
export function getSource(sources: readonly Source[], name: string): Source {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return source
  const names = sources.map((one) => one.name)
  throw new FilterError(`the query has no table ${name.slice(0, 63)}.${suggestion(name, names)}`)
}

/** operandOf returns the operand of a column of one source. */
export function operandOf(source: Source, name: string): Operand | undefined {
  const operand = findOperand(source.table, name)
  return operand && { ...operand, source: source.name }
}

/** sameOperand reports whether two operands are written alike in SQL. */
export function sameOperand(one: Operand, other: Operand): boolean {
  return (
    one.source === other.source &&
    one.column.name === other.column.name &&
    JSON.stringify(one.path?.steps) === JSON.stringify(other.path?.steps) &&
    one.aggregate === other.aggregate
  )
}

// What stands behind an arrow is a place within a json column, dots and all.
function qualified(sources: readonly Source[], name: string): [Source | undefined, string] {
  const arrow = name.indexOf('->')
  const dot = (arrow < 0 ? name : name.slice(0, arrow)).indexOf('.')
  return dot < 0 ? [undefined, name] : [getSource(sources, name.slice(0, dot)), name.slice(dot + 1)]
}

function unknown(sources: readonly Source[], name: string): never {
  const shown = name.slice(0, 63)
  const tables = sources.map((one) => one.name).join(', ')
  const known = new Set(sources.flatMap(({ table }) => [...table.columns.keys()]))
  throw new FilterError(`there is no column ${shown} in ${tables}.${suggestion(name, known)}`)
}
