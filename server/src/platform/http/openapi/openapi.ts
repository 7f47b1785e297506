// The machine-readable description at /openapi.yaml and the pages at /docs, from the same schemas as validation.
import scalar from '@scalar/fastify-api-reference'
import { z } from 'zod'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { Access } from '#platform/credentials/actor.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { headersOf, REFUSALS, REQUEST_HEADERS, RESPONSE_HEADERS } from '#platform/http/schemas/api-headers.ts'
import { ApiSchemas, envelopeOf, failureBody, type JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import { inSlices } from '#platform/loop/slices.ts'
import {
  type DescribedRoute,
  describeRoute,
  type Example,
  exampleOf,
  operationOf,
  type RouteSchema,
  WILDCARD,
} from './api-operations.ts'
import { liftParameters, shareParts } from './api-parts.ts'
import { referRepeats } from './api-repeats.ts'
import { type ApiText, writeApi } from './api-text.ts'

/** DOCS is where the interactive documentation stands; its routes come from a package and need no credential. */
export const DOCS = '/docs'

/** answers describes a route's success in the envelope. What can go wrong is added. */
export function answers<Status extends number>(status: Status, data?: z.ZodType, description = 'No content') {
  const answer = data === undefined ? z.null().describe(description) : envelopeOf(data)
  return { [status]: answer } as Record<string, z.ZodType>
}

/** ApiExamples are what a test has recorded: an exchange for each operation, and the body of each kind of refusal. */
export interface ApiExamples {
  readonly operations: Readonly<Record<string, Example>>
  readonly refusals: Readonly<Record<string, unknown>>
}

/** ApiAbout is what a description says besides its routes. */
export interface ApiAbout {
  readonly version: string
  readonly examples: ApiExamples
  /** server is the address that clients know the server under, where it is set. */
  readonly server: string | undefined
}

/** describeApi collects every route that is registered after it, for `app.describeApi` to describe. */
export function describeApi(app: App, about: ApiAbout): void {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const described = (schema ?? {}) as RouteSchema
    const access = (config as { access?: Access } | undefined)?.access
    if (access === undefined || described.hide || method === 'HEAD' || method === 'OPTIONS') return
    for (const one of [method].flat()) routes.push({ method: one, url, access, schema: described })
  })
  let description: Promise<JsonSchema> | undefined
  app.decorate('describeApi', () => {
    description ??= writeDescription(routes, about)
    return description
  })
}

// What a wildcard stands for is a parameter like others, except that it may hold slashes.
function pathOf(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}').replace('*', `{${WILDCARD}}`)
}

const SECURITY_SCHEMES = {
  dashboard: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A dashboard user's session: the access token of POST /auth/login.",
  },
  project_user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "An end user's session: the access token of POST /projects/{projectID}/auth/signin.",
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-PLATFORM-API-Key',
    description:
      'An API key of the project: a secret one on servers, a publishable one in browsers and apps.',
  },
  api_key_bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same API key as `Authorization: Bearer <key>`.',
  },
  query_token: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A realtime token, for browsers, whose EventSource sends no headers.',
  },
  query_key: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'An API key in the query, for the same reason. It is never logged.',
  },
}

const ABOUT = `Backend as a service: data under row-level security, auth, live changes and schemas.

Answers are JSON: \`success\`, \`message\` and \`data\`, or \`success\`, \`message\`, \`errors\` and \`details\` (schema \`Error\`).
Every answer has \`X-Request-Id\`, and where requests are counted \`RateLimit-Limit\`, \`RateLimit-Remaining\`
and \`RateLimit-Reset\`. \`/openapi.yaml?tags=Data,Records\` describes these tags alone. Answers may get more fields.
Writes answer callers who may not read with ids and counts.`

async function writeDescription(routes: readonly DescribedRoute[], about: ApiAbout): Promise<JsonSchema> {
  const { version, examples, server } = about
  const schemas = new ApiSchemas()
  const paths: Record<string, JsonSchema> = {}
  await inSlices(routes, (route) => {
    const path = pathOf(route.url)
    const example = examples.operations[operationOf(route.method, route.url)]
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeRoute(route, schemas, example),
    }
  })
  const failure = schemas.add(failureBody, 'output')
  const named = await schemas.finish()
  await referRepeats(named)
  liftParameters(paths)
  const shared = await shareParts(paths)
  for (const [id, example] of schemas.shown) Object.assign(named[id] ?? {}, { examples: [example] })
  const used = new Set(routes.flatMap(({ schema }) => schema.tags ?? []))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Msingi',
      version,
      description: ABOUT,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server ?? '/', description: 'This server' }],
    tags: API_TAGS.entries
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: named,
      parameters: {
        ...shared.parameters,
        ...Object.fromEntries(
          Object.entries(REQUEST_HEADERS).map(([name, header]) => [name, { name, in: 'header', ...header }]),
        ),
      },
      headers: RESPONSE_HEADERS,
      responses: {
        ...shared.responses,
        ...describeRefusals(failure, examples.refusals),
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

function describeRefusals(schema: JsonSchema, examples: ApiExamples['refusals']): JsonSchema {
  const described = Object.entries(REFUSALS).map(([status, { name, description, headers = [], shows }]) => {
    const shown =
      shows === undefined
        ? exampleOf(examples[status])
        : { examples: Object.fromEntries(shows.map((one) => [one, { value: examples[one] }])) }
    const content = { 'application/json': { schema, ...shown } }
    return [name, { description, headers: headersOf(['X-Request-Id', ...headers]), content }]
  })
  return Object.fromEntries(described)
}

const asked = z.object({
  tags: z
    .string()
    .max(2000, 'must have at most 2000 characters')
    .optional()
    .describe('The tags whose operations are described, separated by commas; all unless said here.'),
})

/** serveDescription registers /openapi.yaml and /docs; the pages load nothing from elsewhere. */
export async function serveDescription(app: App): Promise<void> {
  let written: Promise<ApiText> | undefined
  app.get(
    '/openapi.yaml',
    { config: { access: { by: [] } }, schema: { hide: true, querystring: asked } },
    async (request, reply) => {
      written ??= app.describeApi().then(writeApi)
      const text = await written
      const tags = tagsIn(request.query.tags, text.tags)
      return reply.type('application/yaml; charset=utf-8').send(text.of(tags))
    },
  )
  await app.register(scalar, {
    routePrefix: DOCS,
    configuration: {
      title: 'Msingi',
      url: '/openapi.yaml',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    } as never,
  })
}

function tagsIn(list: string | undefined, known: readonly string[]): ReadonlySet<string> | undefined {
  if (list === undefined) return
  const tags = new Set(list.split(',').map((tag) => tag.trim()))
  for (const tag of tags)
    if (!known.includes(tag))
      throw fieldErrors([{ field: 'tags', problem: `there is no tag ${tag}.${suggestion(tag, known)}` }])
  return tags
}
