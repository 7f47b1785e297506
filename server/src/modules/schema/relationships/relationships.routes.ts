// Routes of relationships: /projects/{projectID}/schema/relationships.
import { z } from 'zod'
import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import { schemaAccess as access } from '#modules/schema/change/schema-access.ts'
import { listRelationships } from '#modules/schema/structure/relationships.store.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './relationships.schema.ts'
import * as service from './relationships.service.ts'

const tags = ['Schema']

/** relationshipRoutes registers the routes of relationships. */
export function relationshipRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/schema/relationships',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List relationships',
        params: z.object({ projectID: uuid }),
        response: answers(200, z.array(schema.relationship)),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const links = await listRelationships(platform.clusters.of(project).admin, project.id)
      return links.map(service.presentRelationship)
    },
  )

  app.post(
    '/projects/:projectID/schema/relationships',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a relationship',
        description: 'A foreign key, whose rule for deletions also holds for soft ones.',
        params: z.object({ projectID: uuid }),
        body: schema.relationshipCreate,
        response: answers(201, schema.relationship),
      },
    },
    async (request, reply) => {
      const link = await service.createRelationship(platform, scopeOf(request), request.body)
      reply.code(201)
      return link
    },
  )

  app.patch(
    '/projects/:projectID/schema/relationships/:relationshipID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a relationship',
        params: schema.relationshipParams,
        body: schema.relationshipUpdate,
        response: answers(200, schema.relationship),
      },
    },
    (request) =>
      service.updateRelationship(platform, scopeOf(request), request.params.relationshipID, request.body),
  )

  app.delete(
    '/projects/:projectID/schema/relationships/:relationshipID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a relationship',
        params: schema.relationshipParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await service.removeRelationship(platform, scopeOf(request), request.params.relationshipID)
      return reply.code(204).send()
    },
  )
}
