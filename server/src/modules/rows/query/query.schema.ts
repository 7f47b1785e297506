// What goes in and out of query/run and query/preview.
import { z } from 'zod'
import { QUERY_LIMITS } from '#engine/structured-query/parse-query.ts'
import { freeObject } from '#platform/http/routes/validation.ts'

const MAX_JOINS = 10

const name = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).max(most, `must have at most ${most} entries`).nullish()

const filter = z
  .strictObject({
    column: name.describe('A column, or the alias of an aggregate.'),
    operator: name.describe(
      '`eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `like`, `ilike`, `in`, `is.null`, `is.not.null`, `fts`, `plfts`, `phfts`, ' +
        '`wfts`, also with `not.` before it.',
    ),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).nullish().describe('The values of `in`.'),
    logic: z
      .string()
      .nullish()
      .describe('`AND` or `OR`: how it is joined to the filter before it. AND binds tighter.'),
  })
  .meta({ id: 'QueryFilter' })

const join = z
  .strictObject({
    type: z.string().default('INNER JOIN').describe('`INNER`, `LEFT`, `RIGHT`, `FULL` or `CROSS JOIN`.'),
    table: name,
    alias: z.string().nullish().describe('What the table goes by here; needed where it stands here twice.'),
    on: z.string().max(2000, 'must have at most 2000 characters').nullish().describe('`a.x = b.y AND …`'),
    from_column: name.nullish().describe('A column of a table before this one.'),
    to_column: name.nullish().describe('A column of this table.'),
  })
  .meta({ id: 'QueryJoin' })

const aggregate = z
  .strictObject({
    fn: name.describe('`COUNT`, `COUNT DISTINCT`, `SUM`, `AVG`, `MIN`, `MAX`, `ARRAY_AGG` or `STRING_AGG`.'),
    column: z.string().max(200, 'must have at most 200 characters').nullish(),
    alias: z.string().nullish(),
    separator: z.string().nullish().describe('What STRING_AGG puts between texts; a comma unless said.'),
  })
  .meta({ id: 'QueryAggregate' })

const sort = z
  .strictObject({
    column: name,
    direction: z.string().nullish().describe('`asc` or `desc`.'),
  })
  .meta({ id: 'QuerySort' })

const limitWords = `must be a whole number between 1 and ${QUERY_LIMITS.max}`
const offsetWords = 'must be a whole number between 0 and 10000000'

/** queryConfig is a structured query. */
export const queryConfig = z
  .strictObject({
    columns: list(name, 500).describe(
      '`title`, `books.title`, `other:books.title`, `*`, `books.*`; all unless said.',
    ),
    filters: list(filter, 50),
    sort: list(sort, 20),
    limit: z.int(limitWords).min(1, limitWords).max(QUERY_LIMITS.max, limitWords).nullish(),
    offset: z.int(offsetWords).min(0, offsetWords).max(10_000_000, offsetWords).nullish(),
    distinct: z.boolean().nullish(),
    joins: list(join, MAX_JOINS),
    aggregates: list(aggregate, 50),
    group_by: list(name, 50),
  })
  .meta({ id: 'QueryConfig' })

/** queryBody is the body of query/run and query/preview. */
export const queryBody = z
  .strictObject({ table_slug: name, config: queryConfig.default({}) })
  .meta({ id: 'Query' })

/** queryResult is what a query gave. */
export const queryResult = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(freeObject),
    total: z.int().describe('How many rows there are without limit and offset.'),
    sql: z.string().describe('The query as SQL, for reading.'),
  })
  .meta({ id: 'QueryResult' })

/** queryPreview is how else a query can be written. */
export const queryPreview = z
  .object({
    sql: z.string(),
    rest_url: z
      .string()
      .describe('The query in the manner of REST gateways. It is not a route of this server.'),
    curl: z.string().describe('The call of query/run, with a placeholder for the key.'),
  })
  .meta({ id: 'QueryPreview' })
