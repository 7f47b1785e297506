// The paths of a table: its list and its rows, with the operations that the caller can do.
import type { PolicyAction } from '#engine/access/policy.ts'
import { type JsonSchema, refTo } from '#platform/http/schemas/api-schemas.ts'
import { filterParameters, GROUPS } from './filter-schemas.ts'
import type { DescribedTable } from './row-schemas.ts'
import { INSERT_PARAMETERS, LINKS, LIST_PARAMETERS, REFUSED } from './shared-parts.ts'

/** VERBS begin the ids of a table's operations. */
export const VERBS = ['list', 'get', 'insert', 'update', 'delete'] as const

/** ANSWERS end the names of a table's answers. */
export const ANSWERS = ['RowAnswer', 'ListAnswer'] as const

const SECURITY = ['project_user', 'api_key', 'api_key_bearer'].map((name) => ({ [name]: [] }))
const SELECTS = 'Generated types have every column: leave `select` out, or begin it with `*`.'

/** tablePaths returns the paths of a table; `use` is called with the types of filters that they refer to. */
export function tablePaths(
  described: DescribedTable,
  actions: ReadonlySet<PolicyAction>,
  use: (type: string) => void,
): Record<string, JsonSchema> {
  const { table, name } = described
  const path = `/api/v1/data/${encodeURIComponent(table.slug)}`
  const operation = (verb: string, about: object, answer: object, refused: readonly string[]) => ({
    operationId: `${verb}${name}`,
    tags: [table.slug],
    ...about,
    security: SECURITY,
    responses: { ...answer, ...refusals(refused) },
  })
  const rows = {
    ...when(actions, 'select', 'get', () =>
      operation('list', listed(described, use), success('200', `${name}ListAnswer`, LINKS), []),
    ),
    ...when(actions, 'insert', 'post', () =>
      operation('insert', inserted(described), success('201', `${name}RowAnswer`), ['409']),
    ),
  }
  const row = {
    ...when(actions, 'select', 'get', () =>
      operation('get', gotten(described), success('200', `${name}RowAnswer`), []),
    ),
    ...when(actions, 'update', 'patch', () =>
      operation('update', updated(described), success('200', `${name}RowAnswer`), ['409']),
    ),
    ...when(actions, 'delete', 'delete', () =>
      operation('delete', deleted(described), { 204: { description: 'Deleted' } }, ['409']),
    ),
  }
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the row.',
    schema: { type: 'string' },
  }
  const hasRows = table.columns.has('id') && Object.keys(row).length > 0
  return {
    ...(Object.keys(rows).length === 0 ? {} : { [path]: rows }),
    ...(hasRows ? { [`${path}/{id}`]: { parameters: [id], ...row } } : {}),
  }
}

/** answerSchemas returns the envelopes of a table's answers by name. */
export function answerSchemas({ name }: DescribedTable): Record<string, JsonSchema> {
  const row = refTo(`${name}Row`)
  return {
    [`${name}RowAnswer`]: envelope(row),
    [`${name}ListAnswer`]: envelope({ type: 'array', items: row }),
  }
}

function envelope(data: JsonSchema): JsonSchema {
  return { allOf: [refTo('Success'), { type: 'object', properties: { data }, required: ['data'] }] }
}

function when(
  actions: ReadonlySet<PolicyAction>,
  action: PolicyAction,
  method: string,
  make: () => object,
): JsonSchema {
  return actions.has(action) ? { [method]: make() } : {}
}

function refusals(more: readonly string[]): JsonSchema {
  const wanted = ['404', ...more, 'default']
  return Object.fromEntries(wanted.map((status) => [status, REFUSED[status]]))
}

function success(status: string, name: string, headers?: JsonSchema): JsonSchema {
  const content = { 'application/json': { schema: refTo(name) } }
  return { [status]: { description: 'Success', ...(headers === undefined ? {} : { headers }), content } }
}

function parameters(names: readonly string[]): JsonSchema[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function json(name: string): JsonSchema {
  return { requestBody: { required: true, content: { 'application/json': { schema: refTo(name) } } } }
}

function listed({ table }: DescribedTable, use: (type: string) => void): JsonSchema {
  const groups = Object.keys(GROUPS).filter((name) => !table.columns.has(name))
  return {
    summary: `List rows of ${table.slug}`,
    description: SELECTS,
    parameters: [...parameters([...LIST_PARAMETERS, ...groups]), ...filterParameters(table, use)],
  }
}

function gotten({ table }: DescribedTable): JsonSchema {
  return { summary: `Get a row of ${table.slug}`, description: SELECTS, parameters: parameters(['select']) }
}

function inserted({ table, name }: DescribedTable): JsonSchema {
  return {
    summary: `Insert a row into ${table.slug}`,
    description: 'An array of rows is taken as well, and answered by an array.',
    parameters: parameters(INSERT_PARAMETERS),
    ...json(`${name}Insert`),
  }
}

function updated({ table, name }: DescribedTable): JsonSchema {
  const description = 'Columns that are left out keep their values.'
  return { summary: `Change part of a row of ${table.slug}`, description, ...json(`${name}Update`) }
}

function deleted({ table }: DescribedTable): JsonSchema {
  const description = table.soft_delete ? 'The row is kept, with `deleted_at` set.' : 'The row is gone.'
  return { summary: `Delete a row of ${table.slug}`, description }
}
