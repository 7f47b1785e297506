// What a new table is made of, besides its policies.
import { z } from 'zod'
import { columnCreate, description } from '#modules/database/schema/change/columns.schema.ts'
import { MAX_COLUMNS } from '#modules/database/schema/change/tables.schema.ts'
import { relationshipCreate } from '#modules/database/schema/relationships/relationships.schema.ts'
import { plainText } from '#platform/http/routes/validation.ts'

// PostgreSQL's own bound.
const MAX_KEYS = 32
const MAX_INDEXES = 50

/** newIndex is an index of a new table. */
export const newIndex = z
  .strictObject({
    columns: z
      .array(plainText(100))
      .min(2, 'must name at least two columns; for one, set `indexed` or `unique` of the column')
      .max(MAX_KEYS, `must name at most ${MAX_KEYS} columns`),
    unique: z.boolean('must be true or false').default(false),
  })
  .meta({ id: 'NewIndex' })

const newRelationship = relationshipCreate
  .omit({ from_table: true })
  .extend({
    to_table: plainText(100).optional().describe('Default: the new table.'),
    to_column: plainText(100).default('id'),
  })
  .meta({ id: 'NewRelationship' })

/** newTable is a new table without its policies. */
export const newTable = z.strictObject({
  name: plainText(100).describe('The slug is made of it: lower case, with words joined by `_`.'),
  description: description.optional(),
  columns: z
    .array(columnCreate)
    .max(MAX_COLUMNS, `must have at most ${MAX_COLUMNS} columns`)
    .default([])
    .describe('Besides `id`, `created_at`, `updated_at` and `deleted_at`, which every table has.'),
  relationships: z
    .array(newRelationship)
    .max(MAX_COLUMNS, `must have at most ${MAX_COLUMNS} relationships`)
    .optional(),
  indexes: z.array(newIndex).max(MAX_INDEXES, `must have at most ${MAX_INDEXES} indexes`).optional(),
})
