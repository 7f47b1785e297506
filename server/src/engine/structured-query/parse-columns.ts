// The columns of a query: `title`, `books.title`, `name:authors.name`, `*`, `books.*`, `meta->>colour`.
import { FilterError, lastKey, type Operand } from '#engine/request/operands.ts'
import { URL_FIELD } from '#engine/request/parse/file-url.ts'
import { at } from './at.ts'
import { checkKey } from './keys.ts'
import type { QueryOutput, QueryUrl, Source } from './query-plan.ts'
import { getSource, NO_ALIASES, operandOf, resolve, sameOperand } from './scope.ts'

const MAX_OUTPUTS = 500

// What an entry shows, under the name that it has unless another is given.
interface Entry {
  readonly shown: Operand | UrlOf
  readonly name: string
  readonly alias: string | undefined
}

type UrlOf = Pick<QueryUrl, 'kind' | 'source'>

/**
 * parseColumns reads the columns. One that has no alias is called by its own name; where that is taken, by its table's
 * name as well. One that stands there twice is shown once.
 */
export function parseColumns(sources: readonly Source[], texts: readonly string[]): QueryOutput[] {
  const entries: Entry[] = []
  texts.forEach((text, index) => {
    for (const entry of at(`columns[${index}]`, () => parseEntry(sources, text))) entries.push(entry)
    // Checked as they come: each of the texts may stand for all columns of all tables.
    if (entries.length > MAX_OUTPUTS)
      throw new FilterError(`columns: the result has more than ${MAX_OUTPUTS}; name those that you want.`)
  })
  const aliases = new Set(entries.flatMap(({ alias }) => alias ?? []))
  const outputs = new Map<string, QueryOutput>()
  for (const { shown, name, alias } of entries) {
    const known = outputs.get(name)
    if (alias === undefined && known !== undefined && isSame(known, shown)) continue
    const taken = aliases.has(name) || known !== undefined
    const key = alias ?? (taken ? `${shown.source}.${name}` : name)
    const other = outputs.get(key)
    if (other !== undefined && isSame(other, shown)) continue
    if (other !== undefined)
      throw new FilterError(`columns: two are called ${key}; give one an alias, as other:${name}.`)
    outputs.set(key, 'kind' in shown ? { key, ...shown } : { kind: 'column', key, ...shown })
  }
  return [...outputs.values()]
}

function parseEntry(sources: readonly Source[], text: string): Entry[] {
  const [, alias, name = ''] = /^(?:([^:>]*):)?(.*)$/s.exec(text.trim()) as unknown as [
    string,
    string?,
    string?,
  ]
  if (alias !== undefined) checkKey(alias)
  if (name === '*' && alias === undefined) return sources.flatMap(allOf)
  if (name.endsWith('.*') && alias === undefined) return allOf(getSource(sources, name.slice(0, -2)))
  const url = urlOf(sources, name)
  if (url !== undefined) return [{ shown: url, name: URL_FIELD, alias }]
  return [entryOf(resolve({ sources, aliases: NO_ALIASES }, name), alias)]
}

function allOf(source: Source): Entry[] {
  return [...source.table.columns.keys()].map((name) => entryOf(operandOf(source, name) as Operand))
}

function entryOf(operand: Operand, alias?: string): Entry {
  const name = operand.path === undefined ? operand.column.name : lastKey(operand.path)
  return { shown: operand, name, alias }
}

// The address of a file, which is no column: a star does not show it, and a column of that name comes first.
function urlOf(sources: readonly Source[], name: string): UrlOf | undefined {
  const isQualified = name.endsWith(`.${URL_FIELD}`)
  if (!isQualified && name !== URL_FIELD) return undefined
  const named = isQualified ? [getSource(sources, name.slice(0, -URL_FIELD.length - 1))] : sources
  if (named.some(({ table }) => table.columns.has(URL_FIELD))) return undefined
  const [found, ...others] = named.filter(({ table }) => table.has_url === true)
  if (others.length > 0)
    throw new FilterError(`${URL_FIELD} is in several tables; write it as ${found?.name}.${URL_FIELD}.`)
  return found && { kind: 'url', source: found.name }
}

function isSame(one: Operand | UrlOf, other: Operand | UrlOf): boolean {
  const [oneIsUrl, otherIsUrl] = [
    'kind' in one && one.kind === 'url',
    'kind' in other && other.kind === 'url',
  ]
  if (oneIsUrl || otherIsUrl) return oneIsUrl && otherIsUrl && one.source === other.source
  return sameOperand(one as Operand, other as Operand)
}
