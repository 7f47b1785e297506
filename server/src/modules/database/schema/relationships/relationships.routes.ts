// Routes of relationships: /projects/{projectID}/schema/relationships.
import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { schemaAccess as access } from '#modules/database/schema/change/schema-access.ts'
import { listRelationships } from '#modules/database/schema/structure/relationships.store.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './relationships.schema.ts'
import * as service from './relationships.service.ts'

/** relationshipRoutes registers the routes of relationships. */
export function relationshipRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema/relationships',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List relationships', response: answers(200, z.array(schema.relationship)) },
    async (request) => {
      const project = projectOf(request)
      const links = await listRelationships(platform.clusters.of(project).admin, project.id)
      return links.map(service.presentRelationship)
    },
  )

  routes.post(
    '',
    {
      summary: 'Create a relationship',
      description: 'A foreign key, whose rule for deletions also holds for soft ones.',
      body: schema.relationshipCreate,
      response: answers(201, schema.relationship),
    },
    (request) => service.createRelationship(platform, scopeOf(request), request.body),
  )

  routes.patch(
    '/:relationshipID',
    {
      summary: 'Change a relationship',
      params: schema.relationshipParams,
      body: schema.relationshipUpdate,
      response: answers(200, schema.relationship),
    },
    (request) =>
      service.updateRelationship(platform, scopeOf(request), request.params.relationshipID, request.body),
  )

  routes.delete(
    '/:relationshipID',
    { summary: 'Delete a relationship', params: schema.relationshipParams, response: answers(204) },
    (request) => service.removeRelationship(platform, scopeOf(request), request.params.relationshipID),
  )
}
