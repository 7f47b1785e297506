// What goes out of the routes of figures and advice.
import { z } from 'zod'

const index = z
  .object({
    name: z.string(),
    columns: z.array(z.string().nullable()).describe('Names of columns; null for an expression.'),
    method: z.string().describe('Such as `btree` or `gin`.'),
    unique: z.boolean(),
    bytes: z.number(),
    uses: z.number().describe('How many times queries have read it, since statistics began.'),
    last_used_at: z.string().nullable().describe('Null also before PostgreSQL 16, which does not record it.'),
    condition: z.string().nullable().describe('Of a partial index.'),
    unused: z.boolean().describe('Whether no query has read it, and it keeps nothing unique.'),
    duplicate_of: z.string().nullable().describe('An index of the table that does all that this one does.'),
  })
  .meta({ id: 'IndexFigures' })

/** tableFigures are the figures of a table. */
export const tableFigures = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    estimated_rows: z.number().describe("PostgreSQL's estimate, soft-deleted rows included."),
    row_bytes: z.number(),
    index_bytes: z.number(),
    toast_bytes: z.number().describe('Of values that are too large for their rows.'),
    sequential_scans: z.number().describe('How many times it was read in full, since statistics began.'),
    index_scans: z.number(),
    indexes: z.array(index),
    unindexed_foreign_keys: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  })
  .meta({ id: 'TableFigures' })

/** overview is how a project is doing. */
export const overview = z
  .object({
    requests: z
      .object({
        since: z.iso.datetime().describe('24 hours ago, or later where there are more than 20,000 entries.'),
        total: z.number().describe('Requests, also those that the request log has left out.'),
        client_errors: z.int().describe('Logged answers with a status of 400 to 499.'),
        server_errors: z.int().describe('Logged answers with a status of 500 and above.'),
        average_ms: z.number().nullable(),
        p95_ms: z.number().nullable().describe('95 of 100 logged requests were faster.'),
      })
      .meta({ id: 'RequestFigures' }),
    counts: z
      .object({
        tables: z.int(),
        users: z.number().describe('Estimated.'),
        api_keys: z.int(),
        functions: z.int(),
        webhooks: z.int(),
        cron_jobs: z.int(),
      })
      .meta({ id: 'ProjectCounts' }),
    sizes: z
      .object({
        rows: z.number().describe('Estimated.'),
        database_bytes: z.number(),
        storage_bytes: z
          .number()
          .describe('Of files, with what is kept of deleted ones until it cannot be brought back.'),
      })
      .meta({ id: 'ProjectSizes' }),
  })
  .meta({ id: 'ProjectOverview' })

/** advice is one thing to do. */
export const advice = z
  .object({
    code: z.string().describe('Such as `foreign_key_without_index`.'),
    severity: z.enum(['error', 'warning', 'info']),
    what: z.string(),
    where: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('What it is about: `table`, `columns`, `index`, `secret`, `webhook`, …'),
    todo: z.string(),
    docs: z.string().describe('The page of the documentation about it.'),
  })
  .meta({ id: 'Advice' })
