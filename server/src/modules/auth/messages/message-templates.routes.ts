// Routes of message templates: the texts of the messages to a project's users.

import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './message-templates.schema.ts'
import { listTemplates, removeTemplate, updateTemplate } from './message-templates.ts'

/** templateRoutes registers the routes of templates. */
export function templateRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth/templates',
    tag: 'Project auth settings',
    group: 'auth',
    access: { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List what messages to users say', response: answers(200, z.array(schema.template)) },
    (request) => listTemplates(platform, projectOf(request)),
  )

  routes.put(
    '/:kind',
    {
      summary: 'Change what a message to users says',
      description: 'Placeholders are filled in when a message is sent; an SMS has a `text` only.',
      params: schema.templateParams,
      body: schema.templateUpdate,
      response: answers(200, schema.template),
    },
    (request) => updateTemplate(platform, projectOf(request), request.params.kind, request.body),
  )

  routes.delete(
    '/:kind',
    {
      summary: 'Go back to the default texts of a message',
      params: schema.templateParams,
      response: answers(204),
    },
    (request) => removeTemplate(platform, projectOf(request), request.params.kind),
  )
}
