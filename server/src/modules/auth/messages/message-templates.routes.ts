// Routes of message templates: the texts of the messages to a project's users.
import { z } from 'zod'
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './message-templates.schema.ts'
import { listTemplates, removeTemplate, updateTemplate } from './message-templates.ts'

const tags = ['Project auth settings']
const access = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const

/** templateRoutes registers the routes of templates. */
export function templateRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/auth/templates',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List what messages to users say',
        params: projectParams,
        response: answers(200, z.array(schema.template)),
      },
    },
    (request) => listTemplates(platform, projectOf(request)),
  )

  app.put(
    '/projects/:projectID/auth/templates/:kind',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change what a message to users says',
        description: 'Placeholders are filled in when a message is sent; an SMS has a `text` only.',
        params: schema.templateParams,
        body: schema.templateUpdate,
        response: answers(200, schema.template),
      },
    },
    (request) => updateTemplate(platform, projectOf(request), request.params.kind, request.body),
  )

  app.delete(
    '/projects/:projectID/auth/templates/:kind',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Go back to the default texts of a message',
        params: schema.templateParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await removeTemplate(platform, projectOf(request), request.params.kind)
      return reply.code(204).send()
    },
  )
}
