// Processor time and memory of invocations of functions.
import { type Kysely, sql } from 'kysely'

/** invocationCosts adds the columns; they are null for invocations of before. */
export const invocationCosts = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`
      alter table platform.function_invocations add column cpu_ms real, add column memory_bytes bigint
    `.execute(database)
  },
}
