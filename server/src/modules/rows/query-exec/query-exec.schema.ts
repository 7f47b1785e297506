// What goes in and out of query/exec.
import { z } from 'zod'
import { MAX_PARAMETERS } from '#engine/sql/named-parameters.ts'
import { MAX_SQL } from '#engine/sql/parse.ts'
import { freeObject, uuid } from '#platform/http/routes/validation.ts'

const listedParams = z
  .array(z.unknown())
  .describe('The values of `$1`, `$2`, …: texts, numbers, booleans, null, arrays of these, objects as JSON.')

const namedParams = freeObject.describe('The values of `:name`, …, as in the list of those of `$1`, `$2`, ….')

/** execBody is a query with its parameters. */
export const execBody = z
  .strictObject({
    sql: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_SQL, `must have at most ${MAX_SQL} characters`)
      .describe('SELECT, WITH or VALUES.'),
    params: z
      .union([listedParams, namedParams], 'must be a list of values, or an object of them by name')
      // A union does not say what was wrong with one of its parts.
      .refine((params) => !Array.isArray(params) || params.length <= MAX_PARAMETERS, {
        error: `must have at most ${MAX_PARAMETERS} values`,
      })
      .optional(),
    query_id: uuid.optional().describe('What the query is called while it runs, for whoever may cancel it.'),
  })
  .meta({ id: 'SqlQuery' })

/** explainBody is a query whose plan is asked for. */
export const explainBody = execBody
  .extend({
    analyze: z
      .boolean('must be true or false')
      .default(false)
      .describe('Run the query, and report what each step took.'),
  })
  .meta({ id: 'SqlExplain' })

/** plan is the plan of a query. */
export const plan = z
  .object({
    plan: freeObject.describe('The topmost step as `EXPLAIN (FORMAT JSON)` has it: `Node Type`, `Plans`, ….'),
    analyze: z.boolean(),
    planning_ms: z.number().nullable(),
    execution_ms: z.number().nullable().describe('Null unless the query was run.'),
  })
  .meta({ id: 'SqlPlan' })

/** runningQuery is a query under way. */
export const runningQuery = z
  .object({
    id: z.uuid(),
    sql: z.string().nullable().describe('Null where another node of the server runs it.'),
    started_at: z.iso.datetime(),
  })
  .meta({ id: 'RunningQuery' })

/** execResult is what a query gave. */
export const execResult = z
  .object({
    columns: z
      .array(z.string())
      .describe('In their order. Of several with one name the later ones get a number.'),
    rows: z.array(freeObject),
    total: z.int().nullable().describe('How many rows there are; null where the result is cut off.'),
    truncated: z.boolean().describe('Whether the result is cut off at one of the limits.'),
    limits: z.object({ rows: z.int(), bytes: z.int(), milliseconds: z.int() }).meta({ id: 'QueryLimits' }),
    sql: z.string(),
  })
  .meta({ id: 'SqlResult' })
