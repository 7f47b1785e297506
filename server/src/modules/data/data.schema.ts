// What goes in and out of the data routes (spec 4.2). Rows have the columns of their table, so bodies are free here
// and checked by the engine against metadata.
import { z } from 'zod'

/** MAX_BATCH is how many operations one batch takes. */
export const MAX_BATCH = 100

const tableName = z.string().min(1, 'must not be empty').max(63, 'must have at most 63 characters')

/** tableParams is the path of a table. */
export const tableParams = z.object({ table: tableName })

/** rowParams is the path of a row. */
export const rowParams = z.object({ table: tableName, id: z.string() })

/** row is a row as the API shows it. */
export const row = z.record(z.string(), z.unknown()).describe('A row: one field per column.')

/** rowBody is the body of a write. */
export const rowBody = z
  .unknown()
  .describe('Column values as a JSON object; POST also takes an array of them.')

/** listQuery describes the query string of a list; the engine reads it. */
export const listQuery = z
  .looseObject({
    select: z.string().describe('Columns, separated by commas. Unknown ones are ignored.'),
    order: z.string().describe('`column.asc` or `column.desc`, several separated by commas.'),
    limit: z.string().describe('1 to 200; default 50.'),
    offset: z.string().describe('How many rows to leave out; ignored with cursor.'),
    cursor: z.string().describe('The id of the last row of the page before; with ordering by created_at.'),
    count: z.string().describe('`exact` gives `{count: n}` in place of rows.'),
  })
  .partial()
  .describe('Any other parameter is a filter: `column=operator.value`.')

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
