// What goes out of GET /projects/{projectID}/schema/structure.
import { z } from 'zod'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'

const column = z
  .object({
    name: z.string(),
    data_type: z.enum(DATA_TYPES),
    required: z.boolean().describe('It never holds null. Of a view: as far as its definition shows.'),
    has_default: z.boolean().describe('An insert may leave it out although it is required.'),
    is_generated: z.boolean().describe('It is computed from other columns.'),
    max_length: z.int().nullable().describe('How many characters a `string` or `char` holds.'),
    enum_values: z.array(z.string()).nullable().describe('The labels of an `enum` in their order.'),
    description: z.string().nullable(),
  })
  .meta({ id: 'StructureColumn' })

const relationship = z
  .object({
    name: z.string(),
    from_table: z.string(),
    from_column: z.string(),
    to_table: z.string(),
    to_column: z.string(),
    single: z.boolean().describe('At most one row refers to each target.'),
  })
  .meta({ id: 'StructureRelationship' })

/** structure is all tables, relationships, views and functions of a project. */
export const structure = z
  .object({
    tables: z.array(
      z
        .object({
          name: z.string(),
          description: z.string().nullable(),
          read_only: z.boolean(),
          soft_delete: z.boolean(),
          columns: z.array(column),
        })
        .meta({ id: 'StructureTable' }),
    ),
    relationships: z.array(relationship),
    views: z.array(
      z
        .object({
          name: z.string(),
          definition: z.string(),
          depends_on: z.array(z.string()),
          columns: z.array(column),
        })
        .meta({ id: 'StructureView' }),
    ),
    functions: z.array(
      z
        .object({
          name: z.string(),
          arguments: z.string(),
          returns: z.string(),
          language: z.string(),
          volatility: z.string(),
          strict: z.boolean(),
          body: z.string(),
        })
        .meta({ id: 'StructureFunction' }),
    ),
  })
  .meta({ id: 'Structure' })

/** Structure is the document as it is sent. */
export type Structure = z.output<typeof structure>
export type StructureColumn = z.output<typeof column>
export type StructureRelationship = z.output<typeof relationship>
