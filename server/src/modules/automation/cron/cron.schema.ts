// What goes in and out of the routes of cron jobs.
import { z } from 'zod'
import { freeObject, plainText, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'

const MAX_PAYLOAD = 64 * 1024

const schedule = z
  .string()
  .trim()
  .max(100, 'must have at most 100 characters')
  .describe('Minute, hour, day, month, weekday: `*/5 * * * *` is every five minutes.')

const timezone = z
  .string()
  .max(64, 'must have at most 64 characters')
  .describe('Such as `Africa/Nairobi`. Where clocks go back, a job runs once.')

const overlap = z
  .enum(['skip', 'queue', 'allow'])
  .describe('What a run does while the one before goes on: leave out, wait, or run as well.')
  .meta({ id: 'CronOverlap' })

const targetType = z.enum(['http', 'function'])

const url = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((text) => URL.canParse(text), 'must be a URL that begins with https:// or http://')
  .describe('It is called with POST, and the payload as JSON.')

const slug = z
  .string()
  .max(63, 'must have at most 63 characters')
  .describe('A function of the project, which receives the payload as JSON.')

const payload = freeObject.refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_PAYLOAD,
  `must have at most ${MAX_PAYLOAD / 1024} KB`,
)

/** cronCreate is the body of POST /cron. */
export const cronCreate = z
  .strictObject({
    name: plainText(100),
    schedule,
    timezone: timezone.default('UTC'),
    target_type: targetType,
    target_url: url.nullish(),
    function_slug: slug.nullish(),
    payload: payload.nullish(),
    overlap: overlap.default('skip'),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'CronJobCreate' })

/** cronUpdate is the body of PATCH /cron/{jobID}. */
export const cronUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    schedule: schedule.optional(),
    timezone: timezone.optional(),
    target_type: targetType.optional(),
    target_url: url.nullable().optional(),
    function_slug: slug.nullable().optional(),
    payload: payload.nullable().optional(),
    overlap: overlap.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'CronJobUpdate' })

export const jobParams = projectParams.extend({ jobID: uuid })

/** runsQuery is the query of a list of runs. */
export const runsQuery = z.object({ limit: queryNumber(1, 200, 50) })

/** cronJob is a job as the API shows it. */
export const cronJob = z
  .object({
    id: z.uuid(),
    name: z.string(),
    schedule: z.string(),
    timezone: z.string(),
    target_type: targetType,
    target_url: z.string().nullable(),
    function_slug: z.string().nullable(),
    payload: freeObject.nullable(),
    overlap,
    enabled: z.boolean(),
    next_runs: z.array(z.iso.datetime()).describe('The next five; none while it is disabled.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'CronJob' })

/** cronRun is one run. */
export const cronRun = z
  .object({
    id: z.uuid(),
    trigger: z.enum(['schedule', 'manual']),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'skipped']),
    scheduled_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    response_status: z.int().nullable(),
    output: z.string().nullable().describe('The first 64 KB of the response.'),
    error: z.string().nullable(),
  })
  .meta({ id: 'CronRun' })
