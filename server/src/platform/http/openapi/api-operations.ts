// One route as an operation of OpenAPI: parameters, body, answers, credentials, and the examples that a test has recorded.
import { z } from 'zod'
import type { Access } from '#platform/credentials/actor.ts'
import {
  EVENT_SOURCE,
  headersOf,
  REFUSALS,
  type RequestHeader,
  type ResponseHeader,
} from '#platform/http/schemas/api-headers.ts'
import type { ApiSchemas, JsonSchema } from '#platform/http/schemas/api-schemas.ts'

/** RouteSchema is what a route says of itself. */
export interface RouteSchema {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly hide?: boolean
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly body?: z.ZodType
  readonly response?: Readonly<Record<string, z.ZodType>>
  readonly requestHeaders?: readonly RequestHeader[]
  readonly responseHeaders?: readonly ResponseHeader[]
  readonly media?: readonly string[]
  /** conflicts is true where an action can meet something that is already there. */
  readonly conflicts?: boolean
}

/** DescribedRoute is a route with one method. */
export interface DescribedRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly schema: RouteSchema
}

/** Example is one exchange as a test recorded it. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
}

/** WILDCARD is what the rest of a path is called. */
export const WILDCARD = 'name'

/** operationOf names an operation, as generated clients call it: GET /data/:table/:id is getDataByTableById. */
export function operationOf(method: string, url: string): string {
  const words = url
    .replace(/^\/api\/v1/, '')
    .replaceAll('/:', '/by-')
    .replace('/*', `/by-${WILDCARD}`)
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

/** exampleOf is the field `example`, where there is one. */
export function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example }
}

/** describeRoute writes a route as an operation; `schemas` fills its schemas in when it is finished. */
export function describeRoute(route: DescribedRoute, schemas: ApiSchemas, example?: Example): JsonSchema {
  const { method, url, access, schema } = route
  const { tags, summary, description = asSentence(summary), body } = schema
  const parameters = [
    ...parametersOf(schema.params, 'path', schemas, example?.path),
    ...parametersOf(schema.querystring, 'query', schemas, example?.query),
    ...[...(schema.requestHeaders ?? []), ...(access.actAs ? ['X-Msingi-As'] : [])].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
  ]
  return {
    operationId: operationOf(method, url),
    tags,
    summary,
    description,
    security: securityOf(access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, schemas, example) }),
    responses: responsesOf(route, schemas, example),
  }
}

function asSentence(summary = ''): string {
  return /[.?!]$/.test(summary) ? summary : `${summary}.`
}

const SECURITY: Record<Access['by'][number], readonly string[]> = {
  dashboard: ['dashboard'],
  api_key: ['api_key', 'api_key_bearer'],
  project_user: ['project_user'],
}

function securityOf({ by, inQuery }: Access): JsonSchema[] {
  const named = [...by.flatMap((kind) => SECURITY[kind]), ...(inQuery ? ['query_token', 'query_key'] : [])]
  return named.map((name) => ({ [name]: [] }))
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemas: ApiSchemas,
  examples: Readonly<Record<string, unknown>> = {},
): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return []
  const named = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => {
    const required = place === 'path' || !one.safeParse(undefined).success
    const plain = withoutOptional(one)
    const description = descriptionOf(one) ?? descriptionOf(plain)
    return {
      name: name === '*' ? WILDCARD : name,
      in: place,
      ...(required ? { required } : {}),
      description: description ?? WORDS[name] ?? `The ${name.replaceAll('_', ' ')}.`,
      schema: schemas.add(plain, 'input', { described: false }),
      ...exampleOf(examples[name]),
    }
  })
  const filters = z.globalRegistry.get(schema)?.filters
  if (filters === undefined) return named
  return [...named, { ...FILTERS, description: descriptionOf(schema), example: filters }]
}

function descriptionOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.description
}

function withoutOptional(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
}

// What most parameters of a path are, by their names.
const WORDS: Readonly<Record<string, string>> = {
  projectID: 'The id of the project.',
  tableID: "The table's id or slug.",
  table: "The table's slug.",
  id: 'The id of the row.',
  recordID: 'The id of the record.',
  limit: 'The most entries that the answer holds.',
  page: 'The number of the page, from 1.',
}

// A parameter of a free name can only be written as an object whose properties become parameters.
const FILTERS: JsonSchema = {
  name: 'filters',
  in: 'query',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

function bodyOf(body: z.ZodType, schemas: ApiSchemas, example: Example | undefined): JsonSchema {
  const isOptional = body.safeParse(undefined).success && z.globalRegistry.get(body)?.required !== true
  return {
    ...(isOptional ? {} : { required: true }),
    content: {
      'application/json': {
        schema: schemas.add(body, 'input'),
        ...exampleOf(example?.body),
      },
    },
  }
}

function responsesOf(route: DescribedRoute, schemas: ApiSchemas, example?: Example): JsonSchema {
  const { schema } = route
  const responses: JsonSchema = {}
  const headers = schema.responseHeaders === undefined ? {} : { headers: headersOf(schema.responseHeaders) }
  for (const [status, answer] of Object.entries(schema.response ?? {})) {
    const isEmpty = answer instanceof z.ZodNull
    responses[status] = {
      description: z.globalRegistry.get(answer)?.description ?? 'Success',
      ...headers,
      ...(isEmpty ? {} : { content: contentOf(answer, schema, schemas, status, example) }),
    }
  }
  for (const status of refusalsOf(route))
    responses[status] ??= { $ref: `#/components/responses/${REFUSALS[status]?.name}` }
  return responses
}

function contentOf(
  answer: z.ZodType,
  { media = ['application/json'] }: RouteSchema,
  schemas: ApiSchemas,
  status: string,
  example: Example | undefined,
): JsonSchema {
  const given = String(example?.status) === status ? example?.answer : undefined
  const shown = schemas.showAnswer(answer, given) ? {} : exampleOf(given)
  return Object.fromEntries(media.map((type) => [type, { schema: schemas.add(answer, 'output'), ...shown }]))
}

// Refusals that say something of a route have a status of their own; `default` is all that any request can meet. Linters
// ask for one status of 4xx.
function refusalsOf({ method, url, schema }: DescribedRoute): (number | string)[] {
  const takes = schema.params !== undefined || schema.querystring !== undefined || schema.body !== undefined
  const conflicts =
    schema.conflicts ??
    (schema.requestHeaders?.includes('Idempotency-Key') ||
      (method === 'POST' ? schema.response?.[201] !== undefined : method !== 'GET'))
  // A client of a stream tries again by itself, and has to know when not to.
  const streams = schema.media?.includes(EVENT_SOURCE) === true
  const own = [...(streams ? [401] : []), ...(url.includes('/:') ? [404] : []), ...(conflicts ? [409] : [])]
  return [...(own.length > 0 ? own : [takes ? 400 : 429]), 'default']
}
