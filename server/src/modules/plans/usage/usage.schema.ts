// What goes in and out of the routes of usage.
import { z } from 'zod'
import { queryNumber, uuid } from '#platform/http/routes/validation.ts'

/** usageQuery says which periods to list. */
export const usageQuery = z.object({
  by: z.enum(['month', 'day']).default('month'),
  limit: queryNumber(1, 60, 12),
})

const isDate = (text: string) => {
  const day = new Date(text.length === 7 ? `${text}-01` : text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** organisationUsageQuery says which month or day, and which projects. */
export const organisationUsageQuery = z.object({
  period: z
    .string()
    .regex(/^2\d{3}-\d{2}(-\d{2})?$/, 'must be a month such as 2026-11, or a day such as 2026-11-22')
    .refine(isDate, 'must be a date that there is')
    .optional()
    .describe('A month such as `2026-11`, or a day such as `2026-11-22`, in UTC; by default this month.'),
  limit: queryNumber(1, 1000, 100),
  cursor: uuid.optional().describe('Lists the projects behind this one.'),
})

const described = z.string().describe('A month such as `2026-11`, or a day such as `2026-11-22`, in UTC.')

const figures = z
  .object({
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
  .meta({ id: 'UsageFigures' })

/** period is what a project has used in a month or on a day. */
export const period = z.object({ period: described, ...figures.shape }).meta({ id: 'UsagePeriod' })

const projectUsage = z
  .object({ project_id: z.uuid(), project_name: z.string(), ...figures.shape })
  .meta({ id: 'ProjectUsage' })

/** organisationUsage is what the projects of an organisation have used in a month or on a day. */
export const organisationUsage = z
  .object({
    period: described,
    total: figures.describe('Of all projects, also of those on other pages.'),
    projects: z.array(projectUsage).describe('In the order of their ids.'),
  })
  .meta({ id: 'OrganisationUsage' })
