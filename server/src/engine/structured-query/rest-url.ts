// A query as the URL that REST gateways of PostgreSQL would take. It is shown, never served, and says
// only what such a URL can: no outer joins, no conditions on groups, no distinct.
import type { Condition, Filter } from '#engine/request/conditions.ts'
import { urlPattern } from '#engine/request/filters.ts'
import type { Operand } from '#engine/request/operands.ts'
import { URL_FIELD } from '#engine/request/parse/file-url.ts'
import type { QueryOutput, QueryPlan } from './query-plan.ts'

/** restUrl writes the URL. */
export function restUrl(plan: QueryPlan): string {
  const { main, where, order, limit, offset } = plan
  const params = [
    ['select', selection(plan)],
    ...where.map((condition) => parameter(main.name, condition)),
    ['order', order.map((one) => `${key(main.name, one)}.${one.direction}`).join(',')],
    ['limit', String(limit)],
    ...(offset === 0 ? [] : [['offset', String(offset)]]),
  ]
  const query = params.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
  return `/rest/v1/${encodeURIComponent(main.table.slug)}?${query.join('&')}`
}

// Commas, colons, parentheses and stars mean something to such gateways and may stand in a query string as they are.
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2A/g, '*')
}

function selection({ main, joins, outputs }: QueryPlan): string {
  const own = outputs.filter((one) => sourceOf(one) === main.name || sourceOf(one) === undefined)
  const joined = joins.map(({ source }) => {
    const columns = outputs.filter((one) => sourceOf(one) === source.name)
    const alias = source.name === source.table.slug ? '' : `${source.name}:`
    return `${alias}${source.table.slug}(${columns.map(shown).join(',')})`
  })
  return [...own.map(shown), ...joined].join(',')
}

function sourceOf(output: QueryOutput): string | undefined {
  if (output.kind === 'url') return output.source
  const { source, aggregate } = output
  return aggregate === undefined ? source : aggregate.of?.source
}

function shown(output: QueryOutput): string {
  if (output.kind === 'url') return output.key === URL_FIELD ? URL_FIELD : `${plain(output.key)}:${URL_FIELD}`
  const { key: name, column, aggregate } = output
  if (aggregate === undefined) return name === column.name ? name : `${plain(name)}:${column.name}`
  const call = `${aggregate.fn}()`
  const written = aggregate.of === undefined ? call : `${aggregate.of.column.name}.${call}`
  return `${name}:${written}`
}

function plain(name: string): string {
  return name.replaceAll('.', '_')
}

function key(main: string, { source, column }: Operand): string {
  return source === undefined || source === main ? column.name : `${source}.${column.name}`
}

function parameter(main: string, condition: Condition, quoted = false): string[] {
  switch (condition.kind) {
    case 'filter':
      return [key(main, condition), value(condition, quoted)]
    case 'all':
    case 'any': {
      const parts = condition.conditions.map((one) => inside(main, one))
      return [condition.kind === 'all' ? 'and' : 'or', `(${parts.join(',')})`]
    }
    case 'not': {
      const [name, value] = parameter(main, condition.condition, quoted)
      return [name as string, `not.${value}`]
    }
    case 'exists':
      return []
  }
}

function inside(main: string, condition: Condition): string {
  if (condition.kind === 'all' && condition.conditions.length === 1)
    return inside(main, condition.conditions[0] as Condition)
  const [name = '', text = ''] = parameter(main, condition, true)
  return text.startsWith('(') ? `${name}${text}` : `${name}.${text}`
}

function value(filter: Filter, quoted: boolean): string {
  switch (filter.operator) {
    case 'is_null':
      return 'is.null'
    case 'is_not_null':
      return 'not.is.null'
    case 'in':
      return `in.(${filter.values.map((one) => quote(one)).join(',')})`
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts':
      return `${filter.operator}(${filter.config}).${quoted ? quote(filter.value) : filter.value}`
    case 'like':
    case 'ilike': {
      const pattern = urlPattern(filter.value)
      return `${filter.operator}.${quoted ? quote(pattern) : pattern}`
    }
    default:
      return `${filter.operator}.${quoted ? quote(filter.value) : filter.value}`
  }
}

function quote(text: string): string {
  return /[,()"\\\s]/.test(text) ? `"${text.replace(/[\\"]/g, '\\$&')}"` : text
}
