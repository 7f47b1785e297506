// Request and response schemas of the schema history.
import { z } from 'zod'
import { queryNumber, uuid } from '#platform/http/routes/validation.ts'

/** MAX_MIGRATIONS is how many migrations one answer or request holds. */
export const MAX_MIGRATIONS = 1000

const LAST = 999_999_999

/** historyQuery says which changes to list. */
export const historyQuery = z.object({
  limit: queryNumber(1, 200, 50),
  before: queryNumber(1, LAST, LAST).describe('Only versions before this one.'),
})

const operation = z
  .looseObject({ kind: z.string().max(100, 'must have at most 100 characters') })
  .describe('The change as it was asked for, with names instead of ids.')
  .meta({ id: 'SchemaOperation' })

const version = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(LAST, `must be at most ${LAST}`)

/** historyEntry is a change of the schema. */
export const historyEntry = z
  .object({
    version,
    kind: z.string().describe('`table.create`, `column.update`, `policy.remove`, `sql`, …'),
    operation,
    sql: z.string().describe('The statements that ran.'),
    author: z.object({ id: z.uuid(), email: z.string() }),
    origin: z
      .object({ project_id: z.uuid(), version })
      .nullable()
      .describe('The migration of another project that was applied.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SchemaChange' })

/** migrationsQuery says from where on to export. */
export const migrationsQuery = z.object({
  after: queryNumber(0, LAST, 0).describe('Only versions after this one.'),
})

/** migrations is the export of a project, in order. */
export const migrations = z
  .object({
    project_id: z.uuid(),
    migrations: z.array(z.object({ version, operation })),
    sql: z.string().describe('The same as SQL, to read.'),
    next_after: version.nullable().describe('`after` of the next page, where there is one.'),
  })
  .meta({ id: 'Migrations' })

/** applyBody is the body of POST /schema/migrations/apply: the answer of GET /schema/migrations as it is. */
export const applyBody = z
  .strictObject({
    project_id: uuid.describe('The project that the migrations are from.'),
    migrations: z
      .array(z.strictObject({ version, operation }))
      .max(MAX_MIGRATIONS, `must have at most ${MAX_MIGRATIONS} migrations`),
    sql: z.string().optional().describe('Ignored: the operations count.'),
    next_after: version.nullable().optional().describe('Ignored.'),
  })
  .meta({ id: 'MigrationsInput' })

/** dryRunBody is the body of POST /schema/dry-run: a change as the history records it. */
export const dryRunBody = z.strictObject({ operation }).meta({ id: 'SchemaDryRunInput' })

/** dryRunAnswer is what the change would run. */
export const dryRunAnswer = z
  .object({
    sql: z.string().describe('The statements that would run.'),
    milliseconds: z.int().describe('How long it took: the change itself locks its tables about as long.'),
  })
  .meta({ id: 'SchemaDryRun' })

/** applied is what applying has done. */
export const applied = z
  .object({
    applied: z.array(version),
    skipped: z.array(version).describe('Those that had been applied before.'),
  })
  .meta({ id: 'MigrationsApplied' })
