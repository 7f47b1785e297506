// What goes in and out of the data routes. Rows have the columns of their table, so bodies are free here
// and checked by the engine against metadata.
import { z } from 'zod'
import { MAX_CURSOR } from '#engine/request/cursor.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import { described, refTo } from '#platform/http/schemas/api-schemas.ts'

/** BULK_LIMIT is how many bytes a request may have that writes many rows. */
export const BULK_LIMIT = 16 * 1024 * 1024

/** MAX_BATCH is how many operations one batch takes. */
export const MAX_BATCH = 100

/** tableName is the slug of a table in a path. */
export const tableName = z.string().min(1, 'must not be empty').max(63, 'must have at most 63 characters')

/** tableParams is the path of a table. */
export const tableParams = z.object({ table: tableName })

/** rowParams is the path of a row. */
export const rowParams = z.object({ table: tableName, id: z.string() })

/** recordsParams is the path of a table's records. */
export const recordsParams = z.object({
  projectID: uuid,
  tableID: tableName.describe("The table's slug or id."),
})

/** recordParams is the path of a record. */
export const recordParams = recordsParams.extend({ recordID: z.string() })

/** row is a row as the API shows it. */
export const row = z
  .record(z.string(), z.unknown())
  .describe('A row: one field per column.')
  .meta({ id: 'Row' })

/** rows is the answer to a list: rows, or with `count` how many there are. */
export const rows = z
  .union([z.array(row), z.object({ count: z.int() }).meta({ id: 'RowCount' })])
  .meta({ id: 'Rows' })

/** inserted is the answer to an insert: as many rows as were sent, in the same form. */
export const inserted = z.union([row, z.array(row)]).meta({ id: 'InsertedRows' })

/** rowBody is the body of a write. */
export const rowBody = z
  .unknown()
  .describe('Column values as a JSON object.')
  .meta({ id: 'RowInput', required: true, openapi: { type: 'object', additionalProperties: true } })

/** rowsBody is the body of an insert: one row, or several. */
export const rowsBody = described(z.unknown(), {
  oneOf: [refTo('RowInput'), { type: 'array', items: refTo('RowInput'), minItems: 1 }],
}).meta({ required: true, description: 'Column values as a JSON object, or an array of such objects.' })

// The engine reads the text and refuses what is no number.
function numberText(minimum: number, maximum: number | undefined, fallback: number) {
  const bounds = { minimum, ...(maximum === undefined ? {} : { maximum }), default: fallback }
  return described(z.string(), { type: 'integer', ...bounds })
}

/** insertQuery is the query string of an insert. */
export const insertQuery = z.looseObject({
  // The route itself reads it, and says what is wrong with it.
  on_conflict: described(z.unknown(), { type: 'string' })
    .optional()
    .describe('The unique columns by which rows exist already, with `Prefer: resolution=…`.'),
})

const deleted = described(z.string(), { type: 'string', enum: ['only', 'include'] }).describe(
  'Deleted rows as well: those that the caller is allowed to delete.',
)

/** manyQuery describes the query string of a write by filter; the engine reads it. */
export const manyQuery = z
  .looseObject({ select: z.string().describe('The columns to answer with, with `return=representation`.') })
  .partial()
  .describe('Any other parameter is a filter: `column=operator.value`; `or=(…)` and `and=(…)` join several.')
  .meta({ filters: { status: 'eq.draft' } })
const select = z
  .string()
  .describe('Columns and related rows, as `title,author(name)`. Unknown columns are ignored.')

/** rowQuery describes the query string of one row; the engine reads it. */
export const rowQuery = z.looseObject({ select }).partial()

const listShape = {
  select,
  order: z
    .string()
    .describe(
      '`column.asc` or `column.desc`, and `.nullsfirst` or `.nullslast` behind it; several separated by commas.',
    ),
  limit: numberText(1, 200, 50).describe('How many rows at most.'),
  offset: numberText(0, undefined, 0).describe('How many rows to leave out; ignored with cursor.'),
  cursor: described(z.string(), { type: 'string', maxLength: MAX_CURSOR }).describe(
    'What X-Next-Cursor or X-Prev-Cursor said, with the same order; with ordering by created_at also the id of the last row ' +
      'of the page before.',
  ),
  count: described(z.string(), { type: 'string', enum: ['exact', 'planned', 'estimated'] }).describe(
    'Returns `{count: n}` instead of rows: `planned` is an estimate, `estimated` is exact up to 10,000 rows.',
  ),
  deleted,
}

/** listQuery describes the query string of a list; the engine reads it. */
export const listQuery = z
  .looseObject(listShape)
  .partial()
  .describe(
    'Any other parameter is a filter on the column of its name: `price=lt.100`, `title=ilike.*tea*`, `id=in.(a,b)`. ' +
      '`or=(…)` and `and=(…)` join several; what concerns related rows begins with their name: `reviews.limit=3`.',
  )
  .meta({ filters: { price: 'lt.100' } })

// Free, so that a column of this name can be a parameter as well; the engine reads it.
const where = described(z.unknown(), { type: 'string' })
  .optional()
  .describe(
    'Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`.',
  )

/** recordsQuery describes the query string of a list of records. */
export const recordsQuery = z
  .looseObject({
    ...listShape,
    limit: numberText(1, 200, 20).describe('How many records at most.'),
    where,
  })
  .partial()
  .meta({
    filters: { title: 'Utengano' },
    description: 'Any other parameter is a column and the value that it must have.',
  })

/** bulkQuery describes the query string of a write of several records; the engine reads it. */
export const bulkQuery = z
  .looseObject({ select, where })
  .partial()
  .meta({
    filters: { title: 'Utengano' },
    description: 'Any other parameter is a column and the value that it must have.',
  })

/** recordBody is the body of a write of one record. */
export const recordBody = z
  .strictObject({
    data: described(
      z
        .unknown()
        .refine(
          (data) => data !== undefined && !Array.isArray(data),
          'must be a JSON object of column values',
        ),
      refTo('RowInput'),
    ),
  })
  .meta({ id: 'RecordInput' })

/** batchBody is the body of POST /batch. */
export const batchBody = z
  .strictObject({
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
  .meta({ id: 'Batch' })

/** batchAnswer is what each operation of a batch answered. */
export const batchAnswer = z
  .array(z.object({ status: z.int(), data: z.unknown() }).meta({ id: 'BatchResult' }))
  .meta({ id: 'BatchResults' })
