// GET /projects/{projectID}/openapi.yaml: the tables that the caller may use, and how users sign in.
import { z } from 'zod'
import { namesTag } from '#platform/http/answers/entity-tags.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { createProjectApi } from './project-api.service.ts'

const querystring = z.object({
  tables: z
    .string()
    .max(10_000, 'must have at most 10000 characters')
    .optional()
    .describe('The slugs of the tables to describe, separated by commas; all unless said here.'),
})

/** projectApiRoutes registers the route of the description. */
export function projectApiRoutes(app: App, platform: Platform): void {
  const projectApi = createProjectApi(platform, () => app.describeApi())
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Schema',
    access: { by: ['dashboard', 'api_key'], scope: 'data' },
    params: projectParams,
  })

  routes.get(
    '/openapi.yaml',
    {
      summary: "Describe the project's own API",
      description:
        'OpenAPI 3.1 of the tables and views, with typed rows, and of signing in. Dashboard sessions and secret keys get ' +
        'all of it, publishable keys what policies let them do.',
      query: querystring,
      requestHeaders: ['If-None-Match'],
      responseHeaders: ['ETag'],
      media: ['application/yaml'],
      response: { 200: z.string().describe('The description.'), 304: z.null().describe('It is the same.') },
    },
    async (request, reply) => {
      const { text, etag } = await projectApi.get(projectOf(request), actorOf(request), request.query.tables)
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/yaml; charset=utf-8').send(text)
    },
  )
}
