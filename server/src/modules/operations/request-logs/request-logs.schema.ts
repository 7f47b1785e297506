// What goes in and out of the routes of the request log.
import { z } from 'zod'
import { moment, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'
import { BUCKETS } from './histogram.ts'
import { MAX_SHOWN } from './request-logs.service.ts'
import type { LineFilter } from './request-logs.store.ts'

/** line is a request that was logged. */
export const line = z
  .object({
    id: z.string().describe('Ascends as numbers do.'),
    request_id: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    duration_ms: z.number(),
    actor: z.string().describe('`api_key:<id>`, `user:<id>`, `dashboard:<id>` or `anonymous`.'),
    address: z.string(),
    left_out: z.int().describe('How many requests before this one a flood has left out.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'RequestLogEntry' })

const filterFields = {
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'must be a status such as 404, or a class of them such as 4xx')
    .optional(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
  path: z
    .string()
    .max(1000)
    .refine((text) => !text.includes('\0'), 'must not hold the character NUL')
    .optional()
    .describe('What the path begins with, such as `/api/v1/data/`.'),
  key: uuid.optional().describe('The id of an API key.'),
  user: uuid.optional().describe('The id of an end user.'),
  address: z
    .union([z.ipv4(), z.ipv6()], 'must be an address such as 192.0.2.7')
    .optional()
    .describe('The address of the client.'),
  min_duration_ms: queryNumber(0, 86_400_000, 0),
}

const lineId = z.string().regex(/^\d{1,18}$/, 'must be the id of a line')

/** lineParams is the path of one line. */
export const lineParams = projectParams.extend({ lineID: lineId })

const isOneCaller = ({ key, user }: { key?: string | undefined; user?: string | undefined }) =>
  key === undefined || user === undefined
const ONE_CALLER = { path: ['user'], error: 'cannot be given together with key' }

/** filterQuery says which lines to follow. */
export const filterQuery = z.object(filterFields).refine(isOneCaller, ONE_CALLER)

/** listQuery says which lines to list. */
export const listQuery = z
  .object({
    ...filterFields,
    since: moment.optional(),
    until: moment.optional(),
    limit: queryNumber(1, MAX_SHOWN, 200),
    cursor: lineId.optional().describe('Lists the lines before this one.'),
    format: z.enum(['json', 'csv']).default('json').describe('`csv` answers a text in CSV.'),
  })
  .refine(isOneCaller, ONE_CALLER)

/** histogramQuery says which lines to count, and in how many buckets at most. */
export const histogramQuery = z
  .object({
    ...filterFields,
    since: moment.optional().describe('7 days ago where it is left out.'),
    until: moment.optional().describe('Now where it is left out.'),
    buckets: queryNumber(BUCKETS.least, BUCKETS.most, BUCKETS.usual),
  })
  .refine(isOneCaller, ONE_CALLER)

const count = z.int().nonnegative()

/** histogram is how many requests there were, by time and class of status. */
export const histogram = z
  .object({
    seconds: z.int().positive().describe('How wide a bucket is.'),
    complete: z.boolean().describe('false where only the latest 500,000 requests of the span were read.'),
    buckets: z.array(
      z
        .object({
          since: z.iso.datetime().describe('A multiple of `seconds`.'),
          informational: count,
          successful: count,
          redirection: count,
          client_error: count,
          server_error: count,
          left_out: count.describe('How many requests a flood has left out.'),
        })
        .meta({ id: 'RequestLogBucket' }),
    ),
  })
  .meta({ id: 'RequestLogHistogram' })

/** filterOf returns the filter of a query. */
export function filterOf(query: z.output<typeof filterQuery>): LineFilter {
  const { status, method, path, key, user, address, min_duration_ms } = query
  const from = Number(status?.replace('xx', '00'))
  return {
    method,
    path,
    status: status === undefined ? undefined : { from, to: status.endsWith('xx') ? from + 99 : from },
    address,
    actor: key === undefined ? user && `user:${user}` : `api_key:${key}`,
    min_duration_ms: min_duration_ms === 0 ? undefined : min_duration_ms,
  }
}
