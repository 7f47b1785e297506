// How many connections to PostgreSQL one node opens at most, in one table: together they must stay below what the server
// takes.
import { GATES } from '#platform/fairness/gates.ts'

/** CONNECTIONS are the most connections of each kind that one node opens, beside those of the shared data pool. */
export const CONNECTIONS = {
  admin: GATES.admin.places + 2,
  watch: 2,
  owners: GATES.ddl.places + GATES.users.places + GATES.capture.places,
  own: GATES.own.places,
  jobs: 2,
  /** Cache invalidations, the reader of live changes, and one for whoever looks in with psql. */
  others: 3,
} as const
