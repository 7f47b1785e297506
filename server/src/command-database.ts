// The database for a command beside the server: that of the settings, or the embedded one, which is started where none runs.
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { checkDatabase } from '#platform/config/reachable.ts'
import { createLog, terminalDestination } from '#platform/log/log.ts'
import { joinEmbeddedPostgres } from '#platform/postgres/running.ts'

/** commandLog is where commands log: warnings alone, to standard error. */
export const commandLog = createLog(
  'warn',
  terminalDestination((line) => process.stderr.write(line)),
)

/** withDatabase calls `work` with how the administrator logs in, and stops what it has started. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (database: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl)
    return work({ connectionString: databaseUrl })
  }
  const embedded = await joinEmbeddedPostgres({ dataDir, log: commandLog })
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}
