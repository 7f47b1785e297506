// What goes in and out of the relationship routes.
import { z } from 'zod'
import { ON_DELETE } from '#engine/ddl/ddl-relationship.ts'
import { MAX_IDENTIFIER } from '#engine/shapes/identifiers.ts'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'

/** onDelete is what happens to rows that refer to a deleted one. */
export const onDelete = z
  .enum(ON_DELETE, `must be one of ${ON_DELETE.join(', ')}`)
  .describe('What happens to rows that refer to a row which is deleted, be it softly or for good.')
  .meta({ id: 'OnDelete' })

const name = plainText(MAX_IDENTIFIER).refine(
  (text) => Buffer.byteLength(text) <= MAX_IDENTIFIER,
  `must have at most ${MAX_IDENTIFIER} bytes`,
)

/** relationshipCreate is the body of POST /schema/relationships; tables and columns go by their slugs. */
export const relationshipCreate = z
  .strictObject({
    name: name.optional().describe('Default: the column without `_id`.'),
    from_table: plainText(100),
    from_column: plainText(100),
    to_table: plainText(100),
    to_column: plainText(100),
    on_delete: onDelete.default('restrict'),
  })
  .meta({ id: 'RelationshipCreate' })

/** relationshipUpdate is the body of PATCH /schema/relationships/{relationshipID}. */
export const relationshipUpdate = z
  .strictObject({
    name: name.optional(),
    on_delete: onDelete.optional(),
  })
  .meta({ id: 'RelationshipUpdate' })

/** relationship is a relationship as the API shows it. */
export const relationship = z
  .object({
    id: z.uuid(),
    name: z.string(),
    from_table: z.string(),
    from_column: z.string(),
    to_table: z.string(),
    to_column: z.string(),
    on_delete: onDelete,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Relationship' })

/** relationshipParams is the path of one relationship. */
export const relationshipParams = projectParams.extend({ relationshipID: z.string() })
