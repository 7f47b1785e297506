// A request of the data API, from what is typed.
import type { Table } from '#api/client/schemas.ts'
import { javascript } from '#ui/snippets/literals.ts'
import type { SnippetCall } from '#ui/snippets/types.ts'
import type { Operation } from './operations.ts'
import type { RequestField, Values } from './request-fields.ts'

/** ApiRequest is what is typed for an operation on a table of a project. */
export interface ApiRequest {
  readonly projectId: string
  readonly table: Table
  readonly operation: Operation
  readonly fields: readonly RequestField[]
  readonly values: Values
  readonly body: unknown
}

/** Request is what a snippet says beyond the server and the key. */
export type Request = Pick<SnippetCall, 'method' | 'path' | 'headers' | 'body' | 'streams' | 'typescript'>

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
} as const satisfies Readonly<Record<Operation, SnippetCall['method']>>

/** ROW_ID stands where no id is typed. */
export const ROW_ID = 'ROW_ID'

/** methodOf returns the method of an operation. */
export function methodOf(operation: Operation): SnippetCall['method'] {
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

/** requestOf returns the request. */
export function requestOf(request: ApiRequest): Request {
  const { projectId, operation, table, fields, values, body } = request
  const [path = '', fixed = ''] = templateOf(operation, table)
    .replace('{project}', projectId)
    .replace('{id}', encodeURIComponent(values.id?.trim() || initialId(fields) || ROW_ID))
    .split('?')
  const query = new URLSearchParams(fixed)
  for (const field of fields) {
    const value = typedIn(field, values).trim()
    if (field.place === 'query' && value !== '') query.append(field.name, value)
  }
  // What needs no code in a query is read more easily without.
  const text = String(query).replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%2C', ',')
  return {
    method: methodOf(operation),
    path: text === '' ? path : `${path}?${text}`,
    headers: operation === 'upsert' ? { Prefer: 'resolution=merge-duplicates' } : {},
    ...(body === undefined ? {} : { body }),
    streams: operation === 'live',
    typescript: typescriptOf(request),
  }
}

const initialId = (fields: readonly RequestField[]) => fields.find(({ place }) => place === 'path')?.initial

// The same with the client of the project.
function typescriptOf({ operation, table, fields, values, body }: ApiRequest): string {
  const from = `msingi.from(${javascript(table.slug)})`
  const value = (name: string) => {
    const field = fields.find((one) => one.name === name)
    return field === undefined ? '' : typedIn(field, values).trim()
  }
  const id = javascript(value('id') || ROW_ID)
  const sent = javascript(body)
  const list = (text: string) => text.split(',').map((part) => javascript(part.trim()))
  const steps = [
    ...(value('select') === '' ? [] : [`select(${list(value('select')).join(', ')})`]),
    ...fields.filter(({ kind }) => kind === 'column').flatMap((field) => filterStep(field, values)),
    ...(value('or') === '' ? [] : [`or(${javascript(value('or').replace(/^\((.*)\)$/, '$1'))})`]),
    ...orderSteps(value('order')),
    ...(value('limit') === '' ? [] : [`limit(${Number(value('limit'))})`]),
    ...(value('offset') === '' ? [] : [`offset(${Number(value('offset'))})`]),
  ]
  switch (operation) {
    case 'one':
      return `const row = await ${[from, ...steps].join('\n  .')}.find(${id})`
    case 'insert':
      return `const row = await ${from}.insert(${sent})`
    case 'update':
      return `const row = await ${from}.update(${id}, ${sent})`
    case 'delete':
      return `await ${from}.delete(${id})`
    case 'upsert':
      return `const rows = await ${from}.upsert(${sent}, { onConflict: ${javascript(value('on_conflict'))} })`
    case 'batch': {
      const operations = (body as { operations?: unknown } | undefined)?.operations ?? []
      return `const results = await msingi.batch(${javascript(operations)})`
    }
    case 'live':
      return `const subscription = msingi.subscribe(${javascript(table.slug)}, (change) => {
  console.log(change.type, change.record)
}, { events: [${list(value('events')).join(', ')}] })`
    default:
      return `const rows = await ${[from, ...steps].join('\n  .')}`
  }
}

function filterStep(field: RequestField, values: Values): string[] {
  const text = typedIn(field, values).trim()
  if (text === '') return []
  const name = javascript(field.name)
  if (text === 'is.null') return [`isNull(${name})`]
  if (text === 'is.not.null') return [`isNotNull(${name})`]
  const dot = text.indexOf('.')
  const [operator, value] = dot < 0 ? ['eq', text] : [text.slice(0, dot), text.slice(dot + 1)]
  if (/^(?:eq|neq|gt|gte|lt|lte|like|ilike)$/.test(operator))
    return [`${operator}(${name}, ${javascript(value)})`]
  return [`filter(${name}, ${javascript(operator)}, ${javascript(value)})`]
}

function orderSteps(order: string): string[] {
  if (order === '') return []
  return order.split(',').map((part) => {
    const [name = '', direction] = part.trim().split('.')
    return direction === 'desc' ? `order(${javascript(name)}, 'desc')` : `order(${javascript(name)})`
  })
}
