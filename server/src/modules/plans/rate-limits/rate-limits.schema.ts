// What goes in and out of the routes of rate limits.
import { z } from 'zod'
import { COUNTED_BY, ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import { oneOf } from '#platform/http/routes/validation.ts'

const rule = z
  .strictObject({
    group: oneOf(() => ROUTE_GROUPS.names)
      .optional()
      .describe('Left out, the rule is about all routes together.'),
    by: z.enum(COUNTED_BY).describe('Each API key, end user or address has a count of its own.'),
    limit: z.int().min(1, 'must be at least 1'),
    window_seconds: z.int().min(1, 'must be at least 1').max(3600, 'must be at most 3600').default(60),
  })
  .meta({ id: 'RateLimitRule' })

const rules = z
  .array(rule)
  .max(20, 'must be at most 20 rules')
  .refine(
    (all) => new Set(all.map((one) => [one.group, one.by, one.window_seconds].join(' '))).size === all.length,
    'must not have two rules for the same group, by and window_seconds',
  )

/** rateLimits are the rate limits of a project. */
export const rateLimits = z
  .object({
    rules,
    version: z
      .int()
      .describe('Grows with each change; `PATCH` takes it to refuse changes of something else.'),
    server: z
      .object({ key: z.int(), user: z.int(), address: z.int() })
      .describe("The server's own limits, in requests a minute. They apply as well."),
  })
  .meta({ id: 'RateLimits' })

/** rateLimitsChange replaces the rules. */
export const rateLimitsChange = z
  .strictObject({ rules, version: z.int().min(0).optional() })
  .meta({ id: 'RateLimitsChange' })
