// What goes in and out of the column routes.
import { z } from 'zod'
import { MAX_LENGTH } from '#engine/ddl/ddl-column.ts'
import { ON_DELETE } from '#engine/ddl/ddl-relationship.ts'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'
import { MAX_IDENTIFIER } from '#engine/shapes/identifiers.ts'
import { plainText, queryFalse, uuid } from '#platform/http/routes/validation.ts'

const MAX_LABELS = 200

/** description is free text about a table or column; null or blanks take it away. */
export const description = z
  .string()
  .trim()
  .max(1000, 'must have at most 1000 characters')
  .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
  .transform((text) => (text === '' ? null : text))
  .nullable()

/** dataType is the type of a column. */
export const dataType = z.enum(DATA_TYPES, `must be one of ${DATA_TYPES.join(', ')}`).meta({ id: 'DataType' })

const charLength = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(MAX_LENGTH.string, `must be at most ${MAX_LENGTH.string}`)
  .nullable()
  .describe('How many characters a `string` (255 unless said) or a `char` (1 unless said) holds.')

// PostgreSQL keeps labels as names, in 63 bytes.
const label = z
  .string()
  .min(1, 'must not be empty')
  .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
  .refine((text) => Buffer.byteLength(text) <= MAX_IDENTIFIER, `must have at most ${MAX_IDENTIFIER} bytes`)

const enumValues = z
  .array(label)
  .min(1, 'must have at least one value')
  .max(MAX_LABELS, `must have at most ${MAX_LABELS} values`)
  .refine((values) => new Set(values).size === values.length, 'must not have the same value twice')
  .nullable()
  .describe('The values of an `enum` column, in their order.')

const onDelete = z
  .enum(ON_DELETE, `must be one of ${ON_DELETE.join(', ')}`)
  .describe(
    'What happens to the row when the file of a `file` column is deleted: `set_null` unless said, `restrict` if required.',
  )

const flag = z.boolean('must be true or false')

const defaultValue = z
  .unknown()
  .describe(
    'A value of the type, also as a text (`"false"`, `"0"`, `"{}"`), or except for texts and JSON a SQL expression: ' +
      '`now()`, `current_date`, `gen_random_uuid()`, `auth.uid()`, or any that `exec-ddl` allows.',
  )

/** columnCreate is the body of POST /tables/{tableID}/columns, and a column of POST /tables. */
export const columnCreate = z
  .strictObject({
    name: plainText(100).describe('Becomes lower case, with words joined by `_`.'),
    data_type: dataType,
    char_length: charLength.optional(),
    required: flag.default(false),
    unique: flag.default(false).describe('Among rows that are not deleted.'),
    indexed: flag.default(false),
    description: description.optional(),
    default_value: defaultValue.optional(),
    enum_values: enumValues.optional(),
    on_delete: onDelete.optional(),
  })
  .meta({ id: 'ColumnCreate' })

/** columnUpdate is the body of PATCH /tables/{tableID}/columns/{columnID}. */
export const columnUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    data_type: dataType.optional(),
    char_length: charLength.optional(),
    required: flag.optional(),
    unique: flag.optional(),
    indexed: flag.optional(),
    description: description.optional(),
    default_value: defaultValue.optional().describe('`null` takes the default away.'),
    enum_values: enumValues.optional(),
    on_delete: onDelete.optional(),
    force: flag
      .default(false)
      .describe('Change the type even if values are lost; those that cannot be converted become null.'),
  })
  .meta({ id: 'ColumnUpdate' })

/** column is a column as the API shows it. */
export const column = z
  .object({
    id: z.uuid(),
    name: z.string(),
    data_type: dataType,
    char_length: z.int().nullable(),
    required: z.boolean(),
    unique: z.boolean(),
    indexed: z.boolean(),
    description: z.string().nullable(),
    default_value: z.unknown(),
    enum_values: z.array(z.string()).nullable(),
    is_system: z.boolean().describe('System columns are filled in by the server and cannot be changed.'),
    generated: z
      .object({ expression: z.string(), kind: z.enum(['stored', 'virtual']) })
      .optional()
      .describe('How PostgreSQL computes the column from others. It is made, and changed, by SQL.'),
    on_delete: onDelete.optional(),
  })
  .meta({ id: 'Column' })

/** tableParams is the path of one table; the slug is as good as the id. */
export const tableParams = z.object({
  projectID: uuid,
  tableID: z.string().describe('The id or the slug.'),
})

/** columnParams is the path of one column. */
export const columnParams = tableParams.extend({ columnID: z.string().describe('The id or the name.') })

/** cascadeQuery says whether a deletion takes the relationships with it. */
export const cascadeQuery = z.object({
  cascade: queryFalse.describe('Also delete the relationships that refer to it.'),
})
