// Routes of triggers: /projects/{projectID}/schema/triggers.
import { z } from 'zod'
import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import {
  objectsAccess as access,
  projectParams,
  removed,
} from '#modules/schema-objects/context/objects.schema.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './triggers.schema.ts'
import * as service from './triggers.service.ts'
import { listTriggers } from './triggers.store.ts'

const tags = ['Schema']
const one = '/projects/:projectID/schema/triggers/:triggerID'

/** triggerRoutes registers the routes of triggers. */
export function triggerRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/schema/triggers',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List triggers',
        params: projectParams,
        response: answers(200, z.array(schema.trigger)),
      },
    },
    (request) => {
      const project = projectOf(request)
      return listTriggers(platform.clusters.of(project).admin, projectNames(project.id).schema)
    },
  )

  app.post(
    '/projects/:projectID/schema/triggers',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a trigger',
        params: projectParams,
        body: schema.triggerCreate,
        response: answers(201, schema.trigger),
      },
    },
    async (request, reply) => {
      const made = await service.createTrigger(platform, scopeOf(request), request.body)
      reply.code(201)
      return made
    },
  )

  app.get(
    one,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a trigger',
        params: schema.triggerParams,
        response: answers(200, schema.trigger),
      },
    },
    (request) => {
      const project = projectOf(request)
      return service.getTrigger(platform.clusters.of(project).admin, project.id, request.params.triggerID)
    },
  )

  app.put(
    one,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Replace a trigger',
        params: schema.triggerParams,
        body: schema.triggerReplace,
        response: answers(200, schema.trigger),
      },
    },
    (request) => service.replaceTrigger(platform, scopeOf(request), request.params.triggerID, request.body),
  )

  app.delete(
    one,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a trigger',
        params: schema.triggerParams,
        response: answers(200, removed),
      },
    },
    (request) => service.removeTrigger(platform, scopeOf(request), request.params.triggerID),
  )
}
