// What goes in and out of the routes of saved queries (spec 2.16, 4.5; design 6).
import { z } from 'zod'
import { plainText, uuid } from '#platform/http/validation.ts'
import { queryBody, queryConfig } from './query.schema.ts'

/** savedQueryBody is a query under a name. */
export const savedQueryBody = queryBody.extend({ name: plainText(100) })

/** savedQueryParams is the path of a saved query. */
export const savedQueryParams = z.object({ projectID: uuid, queryID: uuid })

/** savedQuery is a saved query as the API shows it. */
export const savedQuery = z.object({
  id: z.uuid(),
  name: z.string(),
  table_slug: z.string(),
  config: queryConfig,
  user_id: z.uuid().nullable().describe('The end user whose query it is; null for a query of the project.'),
  created_at: z.iso.datetime(),
})
