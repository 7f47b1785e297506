// What the routes of views, functions and triggers share.
import { z } from 'zod'
import { plainText, queryFalse } from '#platform/http/routes/validation.ts'

/** MAX_DEFINITION is how many characters a view, a function or a condition may have. */
export const MAX_DEFINITION = 50_000

/** objectsAccess lets in dashboard users: viewers may read, developers may change. */
export const objectsAccess = { by: ['dashboard'], scope: 'schema' } as const

/** sqlText is a piece of SQL in a body. */
export const sqlText = plainText(MAX_DEFINITION)

/** dependent is something that would break without the object. */
export const dependent = z
  .object({
    kind: z.string().describe('`view`, `trigger`, `policy`, `column`, `constraint`, `index` or `function`.'),
    name: z.string(),
  })
  .meta({ id: 'Dependent' })

/** removed is the answer to a deletion: all that is gone, the object first. */
export const removed = z.object({ removed: z.array(dependent) }).meta({ id: 'Removed' })

/** cascadeQuery says whether what depends on the object goes with it. */
export const cascadeQuery = z.object({
  cascade: queryFalse.describe(
    'Also remove what depends on it. Without it, dependents are a 409 that names them.',
  ),
})
