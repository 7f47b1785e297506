// What imports and exports have in common: the path of a table, and the delimiters of CSV.
import { z } from 'zod'
import { uuid } from '#platform/http/routes/validation.ts'

/** transferParams is the path of a table. */
export const transferParams = z.object({
  projectID: uuid,
  tableID: z
    .string()
    .min(1, 'must not be empty')
    .max(63, 'must have at most 63 characters')
    .describe("The table's slug or id."),
})

/** DELIMITERS are what may stand between the cells of CSV, by name. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
