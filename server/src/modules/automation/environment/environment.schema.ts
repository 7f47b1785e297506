// What goes in and out of the routes of environment variables.
import { z } from 'zod'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'
import {
  KEY,
  KEY_RULE,
  MAX_ENVIRONMENT_BYTES,
  MAX_KEY,
  MAX_VALUE_BYTES,
  MAX_VARIABLES,
  problemOf,
} from './variables.ts'

// Comments and quotes take room as well.
const MAX_TEXT = 2 * MAX_ENVIRONMENT_BYTES

/** environmentName is one of the three environments. */
export const environmentName = z
  .enum(['production', 'preview', 'development'])
  .meta({ id: 'EnvironmentName' })

const key = z
  .string()
  .max(MAX_KEY, `must have at most ${MAX_KEY} characters`)
  .regex(KEY, KEY_RULE)
  .describe('Upper-case letters, digits and underscores; unique in its environment.')

const value = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_VALUE_BYTES,
    `must have at most ${MAX_VALUE_BYTES / 1024} KB`,
  )

/** variableCreate is the body of POST /env. */
export const variableCreate = z
  .strictObject({ key, value, environment: environmentName })
  .meta({ id: 'EnvVarCreate' })

/** variableUpdate is the body of PATCH /env/{varID}. */
export const variableUpdate = z
  .strictObject({
    value: value.optional(),
    environment: environmentName.optional().describe('Moves the variable to another environment.'),
  })
  .meta({ id: 'EnvVarUpdate' })

// Checked by hand: a schema for each of thousands of wrong fields would take long to say what is wrong.
const vars = z
  .record(z.string(), z.unknown())
  .superRefine((given, context) => {
    const entries = Object.entries(given)
    if (entries.length > MAX_VARIABLES) {
      context.addIssue({ code: 'custom', message: `must hold at most ${MAX_VARIABLES} variables` })
      return
    }
    for (const [name, text] of entries) {
      const message = problemOf(name, text)
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name.slice(0, MAX_KEY)], message })
    }
  })
  .transform((given) => given as Readonly<Record<string, string>>)
  .meta({ openapi: { type: 'object', additionalProperties: { type: 'string' } } })
  .describe('Keys and their values, which are strings.')

/** variablesWrite is the body of POST /env/bulk. */
export const variablesWrite = z
  .strictObject({ environment: environmentName, vars })
  .meta({ id: 'EnvVarsWrite' })

/** variablesImport is the body of POST /env/import. */
export const variablesImport = z
  .strictObject({
    environment: environmentName,
    text: z
      .string()
      .max(MAX_TEXT, `must have at most ${MAX_TEXT} characters`)
      .describe('The text of a .env file.'),
    replace: z
      .boolean()
      .default(false)
      .describe('Deletes the variables of the environment that the text does not name.'),
    base: vars
      .optional()
      .describe('Keys and values as they were read: only what `text` changes of them is written or deleted.'),
    dry_run: z.boolean().default(false).describe('Changes nothing, and returns what would change.'),
  })
  .meta({ id: 'EnvVarsImport' })

/** environmentFilter is the query of GET /env. */
export const environmentFilter = z.object({ environment: environmentName.optional() })

/** environmentChoice is the query of GET /env/export. */
export const environmentChoice = z.object({ environment: environmentName.default('production') })

/** variableParams is the path of one variable. */
export const variableParams = projectParams.extend({ varID: uuid })

/** variable is a variable as the API shows it. */
export const variable = z
  .object({
    id: z.uuid(),
    key: z.string(),
    value: z.string(),
    environment: environmentName,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'EnvVar' })

/** writtenVariable is a variable as a write shows it. */
export const writtenVariable = variable
  .extend({
    value: z.string().optional().describe('Only for those who may read (`env:read`).'),
  })
  .meta({ id: 'WrittenEnvVar' })

/** writtenVariables is what a bulk write or an import did. */
export const writtenVariables = z
  .object({
    created: z.array(writtenVariable),
    changed: z.array(writtenVariable),
    unchanged: z.array(writtenVariable).describe('Those that had the value already.'),
    removed: z.array(writtenVariable).describe('Those that a `replace` has deleted.'),
  })
  .meta({ id: 'WrittenEnvVars' })

/** exportedVariables is an environment as the text of a .env file. */
export const exportedVariables = z
  .object({
    environment: environmentName,
    text: z.string(),
    omitted: z
      .array(z.string())
      .describe('Keys whose values no .env file can hold: those with all three kinds of quotes.'),
  })
  .meta({ id: 'ExportedEnvVars' })
