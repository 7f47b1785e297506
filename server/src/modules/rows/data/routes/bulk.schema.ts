// What goes in and out of writes of several records.
import { z } from 'zod'
import { MAX_AFFECTED } from '#modules/rows/data/operations/prefer.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import { recordBody } from './data.schema.ts'

const chosen = {
  ids: z
    .array(uuid)
    .min(1, 'must name at least one record')
    .max(MAX_AFFECTED, `must name at most ${MAX_AFFECTED} records`)
    .optional()
    .describe('The records; those of them that match the filters of the query string, where there are any.'),
  expected_count: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(MAX_AFFECTED, `must be at most ${MAX_AFFECTED}`)
    .optional()
    .describe(
      'How many records must be concerned; with another number the answer is 409, and nothing is written.',
    ),
}

/** manyRecords is the body of a write that says only which records it concerns; it may be missing. */
export const manyRecords = z.strictObject(chosen).meta({ id: 'RecordSelection' })

/** manyRecordsUpdate is the body of a change of several records. */
export const manyRecordsUpdate = recordBody.extend(chosen).meta({ id: 'RecordsUpdate' })
