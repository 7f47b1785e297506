// Request and response schemas of POST /schema/exec-ddl.
import { z } from 'zod'
import { MAX_SQL } from '#engine/ddl/statements/parse-statements.ts'
import { freeObject, plainText } from '#platform/http/routes/validation.ts'

/** execBody is the body of the route. */
export const execBody = z
  .strictObject({
    sql: plainText(MAX_SQL).describe('Statements, which run in one transaction: all of them or none.'),
    dry_run: z
      .boolean('must be true or false')
      .default(false)
      .describe('Say what would change, and undo it.'),
  })
  .meta({ id: 'DdlInput' })

const object = z
  .object({
    kind: z.enum(['table', 'column', 'constraint', 'index', 'view', 'function', 'trigger', 'type']),
    name: z.string(),
    definition: z.string(),
  })
  .meta({ id: 'SchemaObject' })

const outcome = z
  .object({
    command: z.string().describe('The first word of what PostgreSQL ran, such as `INSERT` or `CREATE`.'),
    rows_affected: z
      .int()
      .nullable()
      .describe('Rows inserted, updated or deleted; null for all other statements.'),
    columns: z
      .array(z.string())
      .describe('Those of RETURNING; of several with one name the later ones get a number.'),
    rows: z
      .array(freeObject)
      .describe('The rows of RETURNING, at most 1,000 and 8 MB of all statements together.'),
    truncated: z.boolean().describe('Whether there were more rows than that.'),
  })
  .meta({ id: 'StatementOutcome' })

/** execAnswer is what has changed. */
export const execAnswer = z
  .object({
    statements: z.int().describe('How many statements ran.'),
    dry_run: z.boolean(),
    results: z.array(outcome).describe('What each statement did.'),
    notes: z
      .array(z.string())
      .describe(
        'What is otherwise than the SQL says: a unique constraint that leaves out deleted rows, or does not.',
      ),
    added: z.array(object),
    removed: z.array(object),
    changed: z.array(object.extend({ was: z.object({ name: z.string(), definition: z.string() }) })),
  })
  .meta({ id: 'DdlResult' })
