// What goes in and out of imports and exports.
import { z } from 'zod'
import { uuid } from '#platform/http/routes/validation.ts'
import { described } from '#platform/http/schemas/api-schemas.ts'
import { SHOWN_LINES } from './import-report.ts'

/** transferParams is the path of a table. */
export const transferParams = z.object({
  projectID: uuid,
  tableID: z
    .string()
    .min(1, 'must not be empty')
    .max(63, 'must have at most 63 characters')
    .describe("The table's slug or id."),
})

/** DELIMITERS are what may stand between the cells of CSV, by name. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

const flag = z.enum(['true', 'false'], { error: 'must be true or false' })
const delimiter = z
  .enum(['comma', 'semicolon', 'tab', 'pipe'])
  .describe('What stands between the cells of CSV.')

/** importQuery is the query string of an import. */
export const importQuery = z.strictObject({
  columns: z
    .string()
    .max(20_000, 'must have at most 20000 characters')
    .optional()
    .describe(
      'Which name of the file is which column: `Book title:title,price`, as a line of CSV. Others are left out. Without ' +
        'it, the names of the file are those of columns.',
    ),
  header: flag
    .default('true')
    .describe('`false` where the first line of CSV is a row; `columns` names its cells.'),
  delimiter: delimiter.default('comma'),
  on_conflict: z
    .string()
    .optional()
    .describe('The unique columns by which rows exist already, with `Prefer: resolution=…`.'),
  dry_run: flag.default('false').describe('`true` tries everything and writes nothing.'),
})

/** importResult is the answer to an import. */
export const importResult = z
  .object({
    dry_run: z.boolean(),
    lines: z.int().describe('How many lines with rows the file has.'),
    written: z.int().describe('How many rows were inserted or changed, or would be.'),
    skipped: z.int().describe('How many rows were left as they are.'),
  })
  .meta({ id: 'ImportResult' })

/** IMPORT_DESCRIPTION says what the query string does not. */
export const IMPORT_DESCRIPTION =
  'The body is `text/csv` or `application/x-ndjson`, up to 1 GB, in UTF-8. All rows are written or none: where lines are ' +
  `wrong, the answer is 400, and \`details.report\` names line, column and reason for the first ${SHOWN_LINES} of them; with ` +
  '`Accept: text/csv` it is the whole report as a file. `Prefer: resolution=merge-duplicates` updates rows that exist ' +
  'by `on_conflict`; `resolution=ignore-duplicates` leaves them.'

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
