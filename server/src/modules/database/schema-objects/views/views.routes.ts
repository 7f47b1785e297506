// Routes of views: /projects/{projectID}/schema/views.

import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import {
  objectsAccess as access,
  cascadeQuery,
  removed,
} from '#modules/database/schema-objects/context/objects.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './views.schema.ts'
import * as service from './views.service.ts'
import { listViews } from './views.store.ts'

/** viewRoutes registers the routes of views. */
export function viewRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema/views',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get('', { summary: 'List views', response: answers(200, z.array(schema.view)) }, async (request) => {
    const project = projectOf(request)
    return (await listViews(platform.clusters.of(project).admin, project.id)).map(service.presentView)
  })

  routes.post(
    '',
    {
      summary: 'Create a view',
      description:
        'It runs with the rights of the caller, so that the policies of its tables hold. `GET /data/{name}` reads it. ' +
        'Deleted rows are left out only where the view has `deleted_at`, or leaves them out itself.',
      body: schema.viewCreate,
      response: answers(201, schema.view),
    },
    (request) => service.createView(platform, scopeOf(request), request.body),
  )

  routes.get(
    '/:viewID',
    { summary: 'Get a view', params: schema.viewParams, response: answers(200, schema.view) },
    async (request) => {
      const project = projectOf(request)
      const { admin } = platform.clusters.of(project)
      return service.presentView(await service.getView(admin, project.id, request.params.viewID))
    },
  )

  routes.put(
    '/:viewID',
    {
      summary: 'Replace the definition of a view',
      params: schema.viewParams,
      query: cascadeQuery,
      body: schema.viewReplace,
      response: answers(200, schema.view),
    },
    (request) =>
      service.replaceView(
        platform,
        scopeOf(request),
        request.params.viewID,
        request.body,
        request.query.cascade,
      ),
  )

  routes.delete(
    '/:viewID',
    {
      summary: 'Delete a view',
      params: schema.viewParams,
      query: cascadeQuery,
      response: answers(200, removed),
    },
    (request) => service.removeView(platform, scopeOf(request), request.params.viewID, request.query.cascade),
  )
}
