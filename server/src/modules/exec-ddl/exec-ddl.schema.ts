// Request and response schemas of POST /schema/exec-ddl (spec 4.13; design 6).
import { z } from 'zod'
import { MAX_SQL } from '#engine/ddl/statements/parse-statements.ts'
import { plainText, uuid } from '#platform/http/routes/validation.ts'

/** execParams is the path of the route. */
export const execParams = z.object({ projectID: uuid })

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

/** execAnswer is what has changed. */
export const execAnswer = z
  .object({
    statements: z.int().describe('How many statements ran.'),
    dry_run: z.boolean(),
    added: z.array(object),
    removed: z.array(object),
    changed: z.array(object.extend({ was: z.object({ name: z.string(), definition: z.string() }) })),
  })
  .meta({ id: 'DdlResult' })
