// Request and response schemas of views.
import { z } from 'zod'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'
import { dependent, sqlText } from '#modules/database/schema-objects/context/objects.schema.ts'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'

const definition = sqlText.describe('A SELECT over the tables and views of the project.')

/** viewCreate is the body of POST /schema/views. */
export const viewCreate = z.strictObject({ name: plainText(63), definition }).meta({ id: 'ViewCreate' })

/** viewReplace is the body of PUT and PATCH /schema/views/{viewID}. */
export const viewReplace = z.strictObject({ definition }).meta({ id: 'ViewReplace' })

/** view is a view as the API shows it. */
export const view = z
  .object({
    id: z.uuid(),
    name: z.string(),
    definition: z.string(),
    columns: z.array(z.object({ name: z.string(), data_type: z.enum(DATA_TYPES) })),
    depends_on: z.array(z.string()).describe('The tables and views that it reads.'),
    dependents: z.array(dependent),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'View' })

/** viewParams is the path of one view. */
export const viewParams = projectParams.extend({ viewID: z.string().describe('The id or the name.') })
