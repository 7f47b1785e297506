// What goes in and out of the data routes (spec 4.2). Rows have the columns of their table, so bodies are free here
// and checked by the engine against metadata.
import { z } from 'zod'

/** MAX_BATCH is how many operations one batch takes. */
export const MAX_BATCH = 100

/** tableName is the slug of a table in a path. */
export const tableName = z.string().min(1, 'must not be empty').max(63, 'must have at most 63 characters')

/** tableParams is the path of a table. */
export const tableParams = z.object({ table: tableName })

/** rowParams is the path of a row. */
export const rowParams = z.object({ table: tableName, id: z.string() })

/** row is a row as the API shows it. */
export const row = z.record(z.string(), z.unknown()).describe('A row: one field per column.')

/** rows is the answer to a list: rows, or with `count=exact` how many there are. */
export const rows = z.union([z.array(row), z.object({ count: z.int() })])

/** inserted is the answer to an insert: as many rows as were sent, in the same form. */
export const inserted = z.union([row, z.array(row)])

/** rowBody is the body of a write. */
export const rowBody = z
  .unknown()
  .describe('Column values as a JSON object; POST also takes an array of them.')

/** listQuery describes the query string of a list; the engine reads it. */
export const listQuery = z
  .looseObject({
    select: z
      .string()
      .describe('Columns and related rows, as `title,author(name)`. Unknown columns are ignored.'),
    order: z.string().describe('`column.asc` or `column.desc`, several separated by commas.'),
    limit: z.string().describe('1 to 200; default 50.'),
    offset: z.string().describe('How many rows to leave out; ignored with cursor.'),
    cursor: z.string().describe('The id of the last row of the page before; with ordering by created_at.'),
    count: z.string().describe('`exact` gives `{count: n}` in place of rows.'),
  })
  .partial()
  .describe(
    'Any other parameter is a filter: `column=operator.value`; `or=(…)` and `and=(…)` join several. What concerns ' +
      'related rows begins with their name: `reviews.limit=3`.',
  )

/** recordsQuery describes the query string of a list of records (spec 4.6). */
export const recordsQuery = z
  .looseObject({
    limit: z.string().describe('1 to 200; default 20.'),
    offset: z.string().describe('How many records to leave out; default 0.'),
  })
  .partial()
  .describe('Any other parameter is a column and the value that it must have.')

/** recordBody is the body of a write of one record. */
export const recordBody = z.strictObject({
  data: z
    .unknown()
    .refine((data) => data !== undefined && !Array.isArray(data), 'must be a JSON object of column values'),
})

/** batchBody is the body of POST /batch. */
export const batchBody = z.strictObject({
  operations: z
    .array(
      z.discriminatedUnion('method', [
        z.strictObject({ method: z.literal('POST'), table: tableName, body: rowBody }),
        z.strictObject({ method: z.literal('PATCH'), table: tableName, id: z.string(), body: rowBody }),
        z.strictObject({ method: z.literal('DELETE'), table: tableName, id: z.string() }),
      ]),
    )
    .min(1, 'must name at least one operation')
    .max(MAX_BATCH, `must name at most ${MAX_BATCH} operations`),
})

/** batchAnswer is what each operation of a batch answered. */
export const batchAnswer = z.array(z.object({ status: z.int(), data: z.unknown() }))
