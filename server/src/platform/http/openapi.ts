// The machine-readable description at /openapi.yaml and the pages at /docs, from the same schemas as validation.
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { Access } from '#platform/credentials/actor.ts'
import type { App } from './app-types.ts'

/** DOCS is where the interactive documentation stands; its routes come from a package and need no credential. */
export const DOCS = '/docs'

const failureBody = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(z.string()),
  details: z.unknown().optional(),
})

/** answers describes a route's success and its errors, each in the envelope of the specification's section 2.1. */
export function answers<Status extends number>(status: Status, data?: z.ZodType, description?: string) {
  const ok =
    data === undefined
      ? z.null().describe(description ?? 'No content')
      : z.object({ success: z.literal(true), message: z.string(), data }).describe(description ?? 'Success')
  return { [status]: ok, '4xx': failureBody.describe('What is wrong with the request') } as Record<
    string,
    z.ZodType
  >
}

const SECURITY: Record<Access['by'][number], Record<string, string[]>> = {
  dashboard: { dashboard: [] },
  api_key: { api_key: [] },
  project_user: { project_user: [] },
}

// The names that generated clients give to their functions: GET /data/:table/:id is getDataByTableById.
function operationOf(method: string, url: string): string {
  const words = url
    .replace(/^\/api\/v1/, '')
    .replaceAll('/:', '/by-')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

/** describeApi collects every route that is registered after it and serves the description. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Msingi',
        version,
        description:
          'Backend as a service: data under row-level security, auth, live changes, storage, payments.',
      },
      components: {
        securitySchemes: {
          dashboard: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Dashboard session',
          },
          project_user: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: "A project user's session",
          },
          api_key: { type: 'apiKey', in: 'header', name: 'X-PLATFORM-API-Key' },
        },
      },
    },
    transform: (input) => {
      const transformed = jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0])
      const access = (input.route.config as { access?: Access } | undefined)?.access
      const security = access?.by.map((kind) => SECURITY[kind]) ?? []
      const operationId = operationOf(String(input.route.method), input.route.url)
      return { ...transformed, schema: { ...transformed.schema, operationId, security } }
    },
  })
}

/** serveDescription registers /openapi.yaml and /docs (spec 4.1); the pages load nothing from elsewhere. */
export async function serveDescription(app: App): Promise<void> {
  let yaml: string | undefined
  app.get(
    '/openapi.yaml',
    { config: { access: { by: [] } }, schema: { hide: true } },
    async (_request, reply) => {
      yaml ??= stringify(app.swagger(), { aliasDuplicateObjects: false })
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
