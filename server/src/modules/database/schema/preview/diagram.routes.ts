// GET /projects/{projectID}/schema/diagram.
import { z } from 'zod'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'
import { schemaAccess as access } from '#modules/database/schema/change/schema-access.ts'
import { onDelete } from '#modules/database/schema/relationships/relationships.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { drawDiagram } from './diagram.ts'

const column = z.object({
  id: z.uuid(),
  name: z.string(),
  data_type: z.enum(DATA_TYPES),
  required: z.boolean(),
  unique: z.boolean(),
  primary_key: z.boolean(),
  foreign_key: z.boolean(),
})

const node = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    read_only: z.boolean(),
    columns: z.array(column),
    position: z.object({ x: z.number(), y: z.number() }).describe('Of the upper left corner.'),
    width: z.number(),
    height: z.number(),
  })
  .meta({ id: 'DiagramNode' })

const edge = z
  .object({
    id: z.uuid(),
    name: z.string(),
    source: z.uuid().describe('The id of the node that refers.'),
    target: z.uuid().describe('The id of the node that it refers to.'),
    from_table: z.string(),
    from_column: z.string(),
    to_table: z.string(),
    to_column: z.string(),
    on_delete: onDelete,
    cardinality: z.enum(['many_to_one', 'one_to_one']),
  })
  .meta({ id: 'DiagramEdge' })

const diagram = z
  .object({
    nodes: z.array(node),
    edges: z.array(edge),
    mermaid: z.string().describe('The same as an entity-relationship diagram of Mermaid.'),
  })
  .meta({ id: 'Diagram' })

/** diagramRoutes registers the diagram. */
export function diagramRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get(
    '/diagram',
    {
      summary: 'Draw the tables and relationships',
      description: 'The places are the same as long as the schema is, and no two tables overlap.',
      response: answers(200, diagram),
    },
    (request) => drawDiagram(platform, projectOf(request)),
  )
}
