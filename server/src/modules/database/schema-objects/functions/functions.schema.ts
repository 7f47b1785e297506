// Request and response schemas of functions.
import { z } from 'zod'
import { dependent, MAX_DEFINITION } from '#modules/database/schema-objects/context/objects.schema.ts'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'

const fields = {
  arguments: z
    .string()
    .max(2000, 'must have at most 2000 characters')
    .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
    .default('')
    .describe("As SQL, for instance `a integer, b text default ''`."),
  returns: plainText(500).describe('A type, `setof` a type, `table (…)`, `void`, or `trigger`.'),
  language: z
    .enum(['plpgsql', 'sql'], 'must be plpgsql or sql')
    .meta({ id: 'SqlFunctionLanguage' })
    .default('plpgsql'),
  volatility: z
    .enum(['volatile', 'stable', 'immutable'], 'must be volatile, stable or immutable')
    .meta({ id: 'SqlFunctionVolatility' })
    .default('volatile'),
  strict: z
    .boolean('must be true or false')
    .default(false)
    .describe('Null without a call where an argument is null.'),
  body: plainText(MAX_DEFINITION).describe('Runs with the rights of the caller.'),
}

/** functionCreate is the body of POST /schema/functions. */
export const functionCreate = z
  .strictObject({ name: plainText(63), ...fields })
  .meta({ id: 'SqlFunctionCreate' })

/** functionReplace is the body of PUT /schema/functions/{functionName}. */
export const functionReplace = z.strictObject(fields).meta({ id: 'SqlFunctionReplace' })

/** sqlFunction is a function as the API shows it. */
export const sqlFunction = z
  .object({
    name: z.string(),
    arguments: z.string(),
    returns: z.string(),
    language: z.string(),
    volatility: z.string(),
    strict: z.boolean(),
    body: z.string(),
    dependents: z.array(dependent),
  })
  .meta({ id: 'SqlFunction' })

/** functionParams is the path of one function. */
export const functionParams = projectParams.extend({ functionName: z.string() })
