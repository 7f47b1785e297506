// Routes of functions in the database: /projects/{projectID}/schema/functions.

import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import {
  objectsAccess as access,
  cascadeQuery,
  removed,
} from '#modules/database/schema-objects/context/objects.schema.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './functions.schema.ts'
import * as service from './functions.service.ts'
import { listFunctions } from './functions.store.ts'

/** functionRoutes registers the routes of functions in the database. */
export function functionRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema/functions',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List functions in the database', response: answers(200, z.array(schema.sqlFunction)) },
    async (request) => {
      const project = projectOf(request)
      const { admin } = platform.clusters.of(project)
      return (await listFunctions(admin, projectNames(project.id).schema)).map(service.presentFunction)
    },
  )

  routes.post(
    '',
    {
      summary: 'Create a function in the database',
      description:
        'In sql or plpgsql, with the rights of its caller. Triggers call functions that return `trigger`.',
      body: schema.functionCreate,
      response: answers(201, schema.sqlFunction),
    },
    (request) => service.createFunction(platform, scopeOf(request), request.body),
  )

  routes.get(
    '/:functionName',
    {
      summary: 'Get a function in the database',
      params: schema.functionParams,
      response: answers(200, schema.sqlFunction),
    },
    async (request) => {
      const project = projectOf(request)
      const { admin } = platform.clusters.of(project)
      return service.presentFunction(
        await service.getFunction(admin, project.id, request.params.functionName),
      )
    },
  )

  routes.put(
    '/:functionName',
    {
      summary: 'Replace a function in the database',
      params: schema.functionParams,
      query: cascadeQuery,
      body: schema.functionReplace,
      response: answers(200, schema.sqlFunction),
    },
    (request) => {
      const { params, body, query } = request
      return service.replaceFunction(platform, scopeOf(request), params.functionName, body, query.cascade)
    },
  )

  routes.delete(
    '/:functionName',
    {
      summary: 'Delete a function in the database',
      description: 'With `cascade`, triggers and views go too; columns, constraints and indexes never do.',
      params: schema.functionParams,
      query: cascadeQuery,
      response: answers(200, removed),
    },
    (request) =>
      service.removeFunction(platform, scopeOf(request), request.params.functionName, request.query.cascade),
  )
}
