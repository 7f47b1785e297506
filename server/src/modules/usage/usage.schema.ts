// What goes in and out of the route of usage.
import { z } from 'zod'
import { queryNumber } from '#platform/http/routes/validation.ts'

/** usageQuery says which periods to list. */
export const usageQuery = z.object({
  by: z.enum(['month', 'day']).default('month'),
  limit: queryNumber(1, 60, 12),
})

/** period is what a project has used in a month or on a day. */
export const period = z
  .object({
    period: z.string().describe('A month such as `2026-11`, or a day such as `2026-11-22`, in UTC.'),
    requests: z.number(),
    egress_bytes: z.number().describe('Sent to clients: answers with their headers, files, live changes.'),
    function_invocations: z.number(),
    function_cpu_ms: z.number().describe('Processor time of functions, in milliseconds.'),
    live_connections: z.number().describe('Live connections that were opened.'),
    live_messages: z.number().describe('Live changes and messages, counted for each recipient.'),
    sign_ins: z.number(),
    webhook_attempts: z.number(),
    active_users: z.number().describe('End users who signed in or sent a request, each counted once.'),
    payments: z.number().describe('Payments that were completed.'),
    database_rows: z.number().describe('The most rows that the tables had, as PostgreSQL estimates them.'),
    database_bytes: z.number().describe('The most bytes that tables and indexes took.'),
    storage_bytes: z.number().describe('The most bytes that files took.'),
  })
  .meta({ id: 'UsagePeriod' })
