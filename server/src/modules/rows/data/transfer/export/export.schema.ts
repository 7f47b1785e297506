// The query string of exports.
import { z } from 'zod'
import { DELIMITERS } from '#modules/rows/data/transfer/transfer.schema.ts'
import { described } from '#platform/http/schemas/api-schemas.ts'

/** exportQuery describes the query string of an export; the engine reads its filters. */
export const exportQuery = z
  .looseObject({
    format: described(z.string(), { type: 'string', enum: ['csv', 'ndjson'], default: 'csv' }).describe(
      'What the rows are written as.',
    ),
    delimiter: described(z.string(), {
      type: 'string',
      enum: Object.keys(DELIMITERS),
      default: 'comma',
    }).describe('What stands between the cells of CSV.'),
    formulas: described(z.string(), { type: 'string', enum: ['escape', 'keep'], default: 'escape' }).describe(
      'What becomes of texts in CSV that a spreadsheet takes for formulas: `escape` puts a quote before them.',
    ),
    select: z
      .string()
      .describe('The columns, as `title,price`; in NDJSON related rows as well, as `author(name)`.'),
    order: z.string().describe('As in lists. Without it, rows come as PostgreSQL finds them.'),
    deleted: described(z.string(), { type: 'string', enum: ['only', 'include'] }).describe(
      'Deleted rows as well: those that the caller is allowed to delete.',
    ),
  })
  .partial()
  .describe('Any other parameter is a filter, as in lists of the data API: `price=lt.100`.')
  .meta({ filters: { price: 'lt.100' } })
