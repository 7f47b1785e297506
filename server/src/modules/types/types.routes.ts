// GET /projects/{projectID}/schema/structure.
import { z } from 'zod'
import { functionDefinitions } from '#modules/schema-objects/definitions.service.ts'
import { exactSchema } from '#modules/schema-objects/exact-schema.service.ts'
import { listComments } from '#platform/db/catalog/comments.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { structure } from './structure.schema.ts'
import { structureOf } from './structure.ts'

const tags = ['Schema']
const params = z.object({ projectID: uuid })

/** typesRoutes registers the routes of structure and types. */
export function typesRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/schema/structure',
    {
      config: { access: { by: ['dashboard'], scope: 'schema' } },
      schema: {
        tags,
        summary: 'Get the structure of a project',
        description:
          'All tables with their columns, relationships, views and functions, sorted by name. There are no ids and no ' +
          'times: two projects with the same schema have the same structure.',
        params,
        response: answers(200, structure),
      },
    },
    (request) => {
      const project = projectOf(request)
      return platform.gates.descriptions.run(tenantOf(project), async () => {
        const comments = await listComments(platform.clusters.of(project).admin, project.id)
        const functions = await functionDefinitions(platform, project)
        return structureOf({ ...(await exactSchema(platform, project)), functions, comments })
      })
    },
  )
}
