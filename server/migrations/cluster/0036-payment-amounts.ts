// Amounts on statements as the provider states them: one with cents is another amount than was asked for.
import { type Kysely, sql } from 'kysely'

/** paymentAmounts keeps the cents of amounts on statements. */
export const paymentAmounts = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql
      .raw('alter table msingi_payments.statement_lines alter column amount type numeric')
      .execute(database)
  },
}
