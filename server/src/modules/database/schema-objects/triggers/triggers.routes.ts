// Routes of triggers: /projects/{projectID}/schema/triggers.

import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { objectsAccess as access, removed } from '#modules/database/schema-objects/context/objects.schema.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './triggers.schema.ts'
import * as service from './triggers.service.ts'
import { listTriggers } from './triggers.store.ts'

/** triggerRoutes registers the routes of triggers. */
export function triggerRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema/triggers',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get('', { summary: 'List triggers', response: answers(200, z.array(schema.trigger)) }, (request) => {
    const project = projectOf(request)
    return listTriggers(platform.clusters.of(project).admin, projectNames(project.id).schema)
  })

  routes.post(
    '',
    { summary: 'Create a trigger', body: schema.triggerCreate, response: answers(201, schema.trigger) },
    (request) => service.createTrigger(platform, scopeOf(request), request.body),
  )

  routes.get(
    '/:triggerID',
    { summary: 'Get a trigger', params: schema.triggerParams, response: answers(200, schema.trigger) },
    (request) => {
      const project = projectOf(request)
      return service.getTrigger(platform.clusters.of(project).admin, project.id, request.params.triggerID)
    },
  )

  routes.put(
    '/:triggerID',
    {
      summary: 'Replace a trigger',
      params: schema.triggerParams,
      body: schema.triggerReplace,
      response: answers(200, schema.trigger),
    },
    (request) => service.replaceTrigger(platform, scopeOf(request), request.params.triggerID, request.body),
  )

  routes.delete(
    '/:triggerID',
    { summary: 'Delete a trigger', params: schema.triggerParams, response: answers(200, removed) },
    (request) => service.removeTrigger(platform, scopeOf(request), request.params.triggerID),
  )
}
