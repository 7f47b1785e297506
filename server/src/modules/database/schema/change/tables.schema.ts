// What goes in and out of the table routes.
import { z } from 'zod'
import { plainText } from '#platform/http/routes/validation.ts'
import { column, description } from './columns.schema.ts'

/** MAX_COLUMNS is how many columns of its own a table may have. */
export const MAX_COLUMNS = 200

/** MAX_TABLES is how many tables a project may have besides `users`. */
export const MAX_TABLES = 500

/** tableUpdate is the body of PATCH /tables/{tableID}. */
export const tableUpdate = z
  .strictObject({
    name: plainText(100).optional().describe('A new name makes a new slug, unless `slug` says which.'),
    slug: plainText(100).optional(),
    description: description.optional(),
  })
  .meta({ id: 'TableUpdate' })

/** table is a table as the API shows it. */
export const table = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    read_only: z.boolean().describe('Read-only tables take no writes over the data API (`users`).'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    columns: z.array(column),
  })
  .meta({ id: 'Table' })
