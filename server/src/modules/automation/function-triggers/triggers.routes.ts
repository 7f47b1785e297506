// Routes of triggers: /projects/{projectID}/functions/{fnID}/triggers. Their deliveries are those of webhooks.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './triggers.schema.ts'
import * as triggers from './triggers.ts'

// Changes of one project: each may begin to capture tables.
const CHANGES: RouteLimit = { name: 'function-triggers', of: 'project', limit: 120, window_seconds: 60 }

type Addressed = FastifyRequest & { readonly params: z.output<typeof schema.triggerParams> }

/** triggerRoutes registers the routes of triggers. */
export function triggerRoutes(app: App, context: triggers.Triggers): void {
  const keyOf = (request: Addressed) => {
    const { fnID, triggerID } = request.params
    return { projectId: projectOf(request).id, functionId: fnID, id: triggerID }
  }

  const routes = section(app, {
    at: '/projects/:projectID/functions/:fnID/triggers',
    tag: 'Functions',
    group: 'functions',
    audit: { keys: false, states: 'everybody' },
    access: { by: ['dashboard', 'api_key'], scope: 'functions', secretOnly: true },
    params: schema.functionParams,
  })

  routes.get(
    '',
    { summary: 'List the triggers of a function', response: answers(200, z.array(schema.trigger)) },
    (request) => triggers.listTriggers(context, projectOf(request), request.params.fnID),
  )

  routes.post(
    '',
    {
      summary: 'Create a trigger',
      description:
        'The function is called with a POST of each event that happens after the answer, at least once, until it answers 2xx.',
      body: schema.triggerCreate,
      response: answers(201, schema.trigger),
      limit: CHANGES,
    },
    (request) => {
      const { params, body } = request
      return triggers.createTrigger(context, request.act, params.fnID, body)
    },
  )

  routes.get(
    '/:triggerID',
    { summary: 'Get a trigger', params: schema.triggerParams, response: answers(200, schema.trigger) },
    (request) => triggers.getTrigger(context, projectOf(request), keyOf(request)),
  )

  routes.patch(
    '/:triggerID',
    {
      summary: 'Change a trigger',
      params: schema.triggerParams,
      body: schema.triggerUpdate,
      response: answers(200, schema.trigger),
      limit: CHANGES,
    },
    (request) => triggers.updateTrigger(context, request.act, keyOf(request), request.body),
  )

  routes.delete(
    '/:triggerID',
    {
      summary: 'Delete a trigger with its deliveries',
      params: schema.triggerParams,
      response: answers(204),
      limit: CHANGES,
    },
    (request) => triggers.removeTrigger(context, request.act, keyOf(request)),
  )
}
