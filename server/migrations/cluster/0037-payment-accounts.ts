// Which account of its provider a payment was started with: it is asked about with that one, whatever the settings say later.
import { type Kysely, sql } from 'kysely'

/** paymentAccounts adds the account of payments; of older payments it is not known. */
export const paymentAccounts = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table msingi_payments.payments add column account text').execute(database)
  },
}
