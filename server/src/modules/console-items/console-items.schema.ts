// What goes in and out of the routes of console items.
import { z } from 'zod'
import { projectParams } from '#platform/http/routes/validation.ts'

/** MAX_VALUE is how many bytes the JSON of a value may have. */
export const MAX_VALUE = 64 * 1024

/** itemParams is the path of an item. */
export const itemParams = projectParams.extend({
  key: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/, 'must be 1 to 100 letters, digits, dots, colons, - and _')
    .describe('Such as `diagram` or `view:orders:open`.'),
})

/** itemQuery says whose items are meant. */
export const itemQuery = z.strictObject({
  for: z
    .enum(['me', 'project'])
    .default('me')
    .describe(
      '`me`: the own ones, which nobody else sees. `project`: those of the project, for all its members.',
    ),
})

/** itemBody is what an item becomes. */
export const itemBody = z
  .strictObject({
    value: z
      .unknown()
      .refine((value) => value !== undefined, 'is required')
      .describe('Any JSON of up to 64 KB.'),
    version: z
      .int('must be a whole number')
      .min(0, 'must not be negative')
      .optional()
      .describe('The version that is replaced, 0 for none: 412 where the item has another.'),
  })
  .meta({ id: 'ConsoleItemInput' })

const MAX_ENTRIES = 500
const entryName = z.string().max(200)

/** entriesBody is what becomes of the entries of a list. */
export const entriesBody = z
  .strictObject({
    by: z
      .string()
      .min(1, 'must not be empty')
      .max(100)
      .describe('The field that identifies an entry, such as `id`.'),
    put: z
      .array(z.looseObject({}))
      .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`)
      .default([])
      .describe('Entries to replace; those that are new are appended in this order.'),
    remove: z
      .array(entryName)
      .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`)
      .default([])
      .describe('Entries to remove, by the value of that field. One that is not there is no error.'),
  })
  .superRefine(({ by, put }, context) => {
    for (const [index, entry] of put.entries())
      if (!entryName.safeParse(Object.hasOwn(entry, by) ? entry[by] : undefined).success)
        context.addIssue({
          code: 'custom',
          path: ['put', index, by],
          message: 'must be a text of up to 200 characters',
        })
  })
  .meta({ id: 'ConsoleItemEntries' })

/** itemListed is an item in a list. */
export const itemListed = z
  .object({
    key: z.string(),
    version: z.int().describe('Counts the changes.'),
    bytes: z.int().describe('Of the value as JSON.'),
    updated_by: z.uuid().nullable().describe('The account; null where it is deleted.'),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ConsoleItemListed' })

/** item is an item with its value. */
export const item = itemListed.extend({ value: z.unknown() }).meta({ id: 'ConsoleItem' })
