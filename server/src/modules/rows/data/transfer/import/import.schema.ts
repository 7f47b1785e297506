// What goes in and out of imports.
import { z } from 'zod'
import { DATE_ORDERS } from '#platform/csv/date-order.ts'
import { queryFalse, queryFlag } from '#platform/http/routes/validation.ts'
import { SHOWN_LINES } from './import-report.ts'

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
      'Which name of the file is which column: `Book title:title,price`, as a line of CSV. Others are left out, in NDJSON ' +
        'only those named as `Note:`. Without it, names are those of columns.',
    ),
  header: queryFlag
    .prefault('true')
    .meta({ openapi: { type: 'boolean', default: true } })
    .describe('`false` where the first line of CSV is a row; `columns` names its cells.'),
  delimiter: delimiter.default('comma'),
  dates: z
    .enum(DATE_ORDERS)
    .optional()
    .describe(
      'In which order dates stand where they are not as in 2026-01-31: `dmy` reads 05/06/2026 as 5 June.',
    ),
  on_conflict: z
    .string()
    .optional()
    .describe('The unique columns by which rows exist already, with `Prefer: resolution=…`.'),
  dry_run: queryFalse.describe('`true` tries everything and writes nothing.'),
})

/** ImportQuery is what it is read as. */
export type ImportQuery = z.output<typeof importQuery>

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
