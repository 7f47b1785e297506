// The columns of a query: `title`, `books.title`, `name:authors.name`, `*`, `books.*`, `meta->>colour`.
import { FilterError, lastKey, type Operand } from '#engine/request/operands.ts'
import type { SelectedColumn } from '#engine/request/plan.ts'
import { at } from './at.ts'
import { checkKey } from './keys.ts'
import type { Source } from './query-plan.ts'
import { getSource, NO_ALIASES, operandOf, resolve, sameOperand } from './scope.ts'

const MAX_OUTPUTS = 500

interface Entry {
  readonly operand: Operand
  readonly alias: string | undefined
}

/**
 * parseColumns reads the columns. One that has no alias is called by its own name; where that is taken, by its table's
 * name as well. One that stands there twice is shown once.
 */
export function parseColumns(sources: readonly Source[], texts: readonly string[]): SelectedColumn[] {
  const entries: Entry[] = []
  texts.forEach((text, index) => {
    for (const entry of at(`columns[${index}]`, () => parseEntry(sources, text))) entries.push(entry)
    // Checked as they come: each of the texts may stand for all columns of all tables.
    if (entries.length > MAX_OUTPUTS)
      throw new FilterError(`columns: the result has more than ${MAX_OUTPUTS}; name those that you want.`)
  })
  const aliases = new Set(entries.flatMap(({ alias }) => alias ?? []))
  const outputs = new Map<string, SelectedColumn>()
  for (const { operand, alias } of entries) {
    const name = operand.path === undefined ? operand.column.name : lastKey(operand.path)
    const known = outputs.get(name)
    if (alias === undefined && known !== undefined && sameOperand(known, operand)) continue
    const taken = aliases.has(name) || known !== undefined
    const key = alias ?? (taken ? `${operand.source}.${name}` : name)
    const other = outputs.get(key)
    if (other !== undefined && sameOperand(other, operand)) continue
    if (other !== undefined)
      throw new FilterError(`columns: two are called ${key}; give one an alias, as other:${name}.`)
    outputs.set(key, { kind: 'column', key, ...operand })
  }
  return [...outputs.values()]
}

function parseEntry(sources: readonly Source[], text: string): Entry[] {
  const [, alias, name] = /^(?:([^:>]*):)?(.*)$/s.exec(text.trim()) as unknown as [string, string?, string?]
  if (alias !== undefined) checkKey(alias)
  if (name === '*' && alias === undefined) return sources.flatMap(allOf)
  if (name?.endsWith('.*') && alias === undefined) return allOf(getSource(sources, name.slice(0, -2)))
  return [{ operand: resolve({ sources, aliases: NO_ALIASES }, name ?? ''), alias }]
}

function allOf(source: Source): Entry[] {
  return [...source.table.columns.keys()].map((name) => ({
    operand: operandOf(source, name) as Operand,
    alias: undefined,
  }))
}
