// The machine-readable description at /openapi.yaml and the pages at /docs, from the same schemas as validation.
import scalar from '@scalar/fastify-api-reference'
import { Document, isCollection, visit } from 'yaml'
import { z } from 'zod'
import type { Access } from '#platform/credentials/actor.ts'
import { headersOf, REFUSALS, REQUEST_HEADERS, RESPONSE_HEADERS } from './api-headers.ts'
import {
  type DescribedRoute,
  describeRoute,
  type Example,
  operationOf,
  type RouteSchema,
} from './api-operations.ts'
import { shareParts } from './api-parts.ts'
import { ApiSchemas, envelopeOf, failureBody, type JsonSchema } from './api-schemas.ts'
import type { App } from './app-types.ts'

/** DOCS is where the interactive documentation stands; its routes come from a package and need no credential. */
export const DOCS = '/docs'

/** answers describes a route's success in the envelope of the specification's section 2.1. What can go wrong is added. */
export function answers<Status extends number>(status: Status, data?: z.ZodType, description = 'No content') {
  const answer = data === undefined ? z.null().describe(description) : envelopeOf(data)
  return { [status]: answer } as Record<string, z.ZodType>
}

/** ApiAbout is what a description says besides its routes. */
export interface ApiAbout {
  readonly version: string
  /** tags maps each tag to what it is about. */
  readonly tags: Readonly<Record<string, string>>
  /** examples maps operations to exchanges that a test has recorded. */
  readonly examples: Readonly<Record<string, Example>>
  /** server is the address that clients know the server under, where it is set. */
  readonly server: string | undefined
}

/** describeApi collects every route that is registered after it, and returns a function that writes the description. */
export function describeApi(app: App, about: ApiAbout): () => JsonSchema {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const described = (schema ?? {}) as RouteSchema
    const access = (config as { access?: Access } | undefined)?.access
    if (access === undefined || described.hide || method === 'HEAD' || method === 'OPTIONS') return
    for (const one of [method].flat()) routes.push({ method: one, url, access, schema: described })
  })
  return () => writeDescription(routes, about)
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

function writeDescription(routes: readonly DescribedRoute[], about: ApiAbout): JsonSchema {
  const { version, tags, examples, server } = about
  const schemas = new ApiSchemas()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const example = examples[operationOf(route.method, route.url)]
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeRoute(route, schemas, example),
    }
  }
  const failure = schemas.add(failureBody, 'output')
  const named = schemas.finish()
  const shared = shareParts(paths)
  const used = new Set(routes.flatMap(({ schema }) => schema.tags ?? []))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Msingi',
      version,
      description:
        'Backend as a service: data under row-level security, auth, live changes and schema management.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server ?? '/', description: 'This server' }],
    tags: Object.entries(tags)
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
        ...Object.fromEntries(
          Object.values(REFUSALS).map(({ name, description, headers = [] }) => [
            name,
            {
              description,
              headers: headersOf(['X-Request-Id', ...headers]),
              content: { 'application/json': { schema: failure } },
            },
          ]),
        ),
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** writeYaml writes a description; what is short stands on one line, since every tool reads the whole of it. */
export function writeYaml(description: JsonSchema): string {
  const document = new Document(description, { aliasDuplicateObjects: false })
  const isShort = (value: unknown) => !isCollection(value) || value.items.length === 0
  visit(document, {
    Map: (_key, node) => {
      if (node.items.length === 1 && isShort(node.items[0]?.value)) node.flow = true
    },
    Seq: (_key, node) => {
      if (node.items.every((item) => isShort(item))) node.flow = true
    },
  })
  return document.toString({ lineWidth: 0, indent: 1, indentSeq: false, flowCollectionPadding: false })
}

/** serveDescription registers /openapi.yaml and /docs (spec 4.1); the pages load nothing from elsewhere. */
export async function serveDescription(app: App, describe: () => JsonSchema): Promise<void> {
  let yaml: string | undefined
  app.get(
    '/openapi.yaml',
    { config: { access: { by: [] } }, schema: { hide: true } },
    async (_request, reply) => {
      yaml ??= writeYaml(describe())
      return reply.type('application/yaml; charset=utf-8').send(yaml)
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
