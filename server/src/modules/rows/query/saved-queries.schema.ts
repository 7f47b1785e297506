// What goes in and out of the routes of saved queries.
import { z } from 'zod'
import { searchText } from '#platform/http/routes/keyset-pages.ts'
import { freeObject, plainText, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'
import { queryBody, queryConfig, queryResult } from './query.schema.ts'

const name = plainText(100)
const sql = z.string().min(1, 'must not be empty').describe('As for query/exec, with parameters as `:name`.')
const folder = plainText(200)
  .regex(/^[^/]+(?:\/[^/]+)*$/, 'must be names with a slash between them, such as Reports/Monthly')
  .describe('The folder that it is in, such as `Reports/Monthly`.')

/** savedQueryBody is a query under a name: a structured one, or read-only SQL. */
export const savedQueryBody = z
  .strictObject({
    name,
    folder: folder.nullable().default(null),
    table_slug: queryBody.shape.table_slug.optional(),
    config: queryConfig.optional(),
    sql: sql.optional(),
  })
  .refine(
    ({ table_slug, sql }) => (table_slug === undefined) !== (sql === undefined),
    'takes either table_slug or sql',
  )
  .refine(({ config, sql }) => config === undefined || sql === undefined, 'takes no config with sql')
  .meta({ id: 'SavedQueryCreate' })

/** savedQueryChange is what changes of a query; a structured one stays one, and so does SQL. */
export const savedQueryChange = z
  .strictObject({
    name: name.optional(),
    folder: folder.nullable().optional().describe('The folder to move it to; null for none.'),
    table_slug: queryBody.shape.table_slug.optional(),
    config: queryConfig.optional(),
    sql: sql.optional(),
  })
  .meta({ id: 'SavedQueryUpdate' })

/** savedQueryFolder is a folder of saved queries. */
export const savedQueryFolder = z
  .object({ folder: z.string(), queries: z.int().describe('How many queries are in it.') })
  .meta({ id: 'SavedQueryFolder' })

/** savedQueryList is the query string of the list. */
export const savedQueryList = z.strictObject({
  limit: queryNumber(1, 200, 50),
  cursor: uuid.optional().describe('The id of the last query of the page before.'),
  folder: folder.optional().describe('Only the queries in this folder.'),
  search: searchText.optional().describe('Part of the name, the folder or the SQL.'),
})

/** savedQueryParams is the path of a saved query. */
export const savedQueryParams = projectParams.extend({ queryID: uuid })

/** runSavedBody is what a saved query runs with. */
export const runSavedBody = z
  .strictObject({
    params: freeObject.optional().describe('The values of `:name`, … in its SQL.'),
  })
  .nullish()
  .meta({ id: 'SavedQueryRun' })

/** savedQuery is a saved query as the API shows it. */
export const savedQuery = z
  .object({
    id: z.uuid(),
    name: z.string(),
    folder: z.string().nullable(),
    table_slug: z.string().nullable(),
    config: queryConfig.nullable(),
    sql: z.string().nullable(),
    params: z.array(z.string()).describe('The names of the parameters of its SQL.'),
    user_id: z.uuid().nullable().describe('The end user whose query it is; null for a query of the project.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'SavedQuery' })

/** savedQueryResult is what a saved query gave: what query/run or query/exec answers. */
export const savedQueryResult = queryResult
  .extend({
    total: z
      .int()
      .nullable()
      .describe('How many rows there are in all; null where a result of SQL is cut off.'),
    truncated: z.boolean().optional(),
    limits: z.object({ rows: z.int(), bytes: z.int(), milliseconds: z.int() }).optional(),
  })
  .meta({ id: 'SavedQueryResult' })
