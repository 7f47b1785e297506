// A call of the data API, from what is typed.
import type { Chain, Step } from '@msingi/snippets/chain'
import type { Table } from '#api/client/schemas.ts'
import type { Operation } from './operations.ts'
import type { RequestField, Values } from './request-fields.ts'

/** ApiCall is what is typed for an operation on a table. */
export interface ApiCall {
  readonly table: Table
  readonly operation: Operation
  readonly fields: readonly RequestField[]
  readonly values: Values
  readonly body: unknown
}

const METHODS = {
  list: 'GET',
  filter: 'GET',
  one: 'GET',
  insert: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  upsert: 'POST',
  batch: 'POST',
  live: 'GET',
} as const satisfies Readonly<Record<Operation, string>>

/** ROW_ID stands where no id is typed. */
export const ROW_ID = 'ROW_ID'

/** methodOf returns the method of an operation. */
export function methodOf(operation: Operation): (typeof METHODS)[Operation] {
  return METHODS[operation]
}

/** templateOf returns the path of an operation with names in braces. */
export function templateOf(operation: Operation, { slug }: Table): string {
  if (operation === 'batch') return '/batch'
  if (operation === 'live') return `/projects/{project}/realtime/events?table=${slug}`
  const of = operation === 'one' || operation === 'update' || operation === 'delete' ? '/{id}' : ''
  return `/data/${slug}${of}`
}

/** typedIn returns what is typed into a field, or what stands there at first. */
export function typedIn({ name, initial }: RequestField, values: Values): string {
  return values[name] ?? initial
}

/** chainOf returns the call. */
export function chainOf({ operation, table, fields, values, body }: ApiCall): Chain {
  const from: Step = ['from', table.slug]
  const value = (name: string) => {
    const field = fields.find((one) => one.name === name && one.kind !== 'column')
    return field === undefined ? '' : typedIn(field, values).trim()
  }
  // It arrives while somebody may be typing, so it is no value of the field.
  const newest = fields.find(({ kind }) => kind === 'id')?.placeholder
  const id = value('id') || newest || ROW_ID
  const refined: Chain = [
    from,
    ...(value('select') === '' ? [] : [selectStep(value('select'))]),
    ...fields.filter(({ kind }) => kind === 'column').flatMap((field) => filterStep(field, values)),
    ...(value('or') === '' ? [] : [['or', value('or').replace(/^\((.*)\)$/, '$1')] as const]),
    ...partsOf(value('order')).map(orderStep),
    ...(value('limit') === '' ? [] : [['limit', numberOf(value('limit'))] as const]),
    ...(value('offset') === '' ? [] : [['offset', numberOf(value('offset'))] as const]),
  ]
  switch (operation) {
    case 'one':
      return [...refined, ['find', id]]
    case 'insert':
      return rowsStep(from, 'insert', body) ?? asTyped(table, body)
    case 'update':
      return [from, ['update', id, body]]
    case 'delete':
      return [from, ['delete', id]]
    case 'upsert':
      return rowsStep(from, 'upsert', body, { onConflict: value('on_conflict') }) ?? asTyped(table, body)
    case 'batch': {
      const { operations } = isObject(body) ? body : {}
      const isBatch = Array.isArray(operations) && operations.every(isWrite)
      return isBatch ? [['batch', operations]] : [['request', 'POST', '/batch', { body }]]
    }
    case 'live':
      return [['subscribe', table.slug, { events: partsOf(value('events')) }]]
    default:
      return [...refined, ['list']]
  }
}

function rowsStep(from: Step, name: string, body: unknown, ...options: readonly object[]): Chain | undefined {
  if (Array.isArray(body)) return [from, [`${name}Many`, body, ...options]]
  return isObject(body) ? [from, [name, body, ...options]] : undefined
}

// What is no row has no method of its own, and the server says what is wrong with it.
const asTyped = ({ slug }: Table, body: unknown): Chain => [['request', 'POST', `/data/${slug}`, { body }]]

const isWrite = (one: unknown) => isObject(one) && /^(?:POST|PATCH|DELETE)$/.test(String(one.method))

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : text)

/** partsOf returns what stands between commas that are in no parentheses. */
function partsOf(text: string): readonly string[] {
  let depth = 0
  const parts = ['']
  for (const char of text) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + char)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const selectStep = (text: string): Step => ['select', ...partsOf(text)]

function filterStep(field: RequestField, values: Values): readonly Step[] {
  const text = typedIn(field, values).trim()
  const { name } = field
  if (text === '') return []
  if (text === 'is.null') return [['isNull', name]]
  if (text === 'is.not.null') return [['isNotNull', name]]
  const dot = text.indexOf('.')
  const [operator, value] = dot < 0 ? ['eq', text] : [text.slice(0, dot), text.slice(dot + 1)]
  if (/^(?:eq|neq|gt|gte|lt|lte|like|ilike)$/.test(operator)) return [[operator, name, value]]
  return [['filter', name, operator, value]]
}

function orderStep(part: string): Step {
  const [, column = part, direction, nulls] =
    /^(.*?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(part) ?? []
  const up = nulls === undefined ? [] : ['asc']
  return [
    'order',
    column,
    ...(direction === 'desc' ? [direction] : up),
    ...(nulls === undefined ? [] : [{ nulls }]),
  ]
}
