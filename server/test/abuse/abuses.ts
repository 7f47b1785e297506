// All abuses, and those that the server does not survive yet.
import type { Abuse } from './abuse.ts'
import { bodyAbuses } from './kinds/bodies.ts'
import { connectionAbuses } from './kinds/connections.ts'
import { floodAbuses } from './kinds/floods.ts'
import { graphqlAbuses } from './kinds/graphql.ts'
import { metadataAbuses } from './kinds/metadata.ts'
import { policyAbuses } from './kinds/policies.ts'
import { slowSqlAbuses } from './kinds/slow-sql.ts'
import { valueAbuses } from './kinds/values.ts'
import { watchedAbuses } from './kinds/watched.ts'

/** ABUSES are all of them. */
export const ABUSES: readonly Abuse[] = [
  ...valueAbuses,
  ...bodyAbuses,
  ...watchedAbuses,
  ...policyAbuses,
  ...graphqlAbuses,
  ...slowSqlAbuses,
  ...metadataAbuses,
  ...floodAbuses,
  ...connectionAbuses,
]

/**
 * PENDING are those that the suite leaves out, since the server does not bear them yet: it stands still, for good or for
 * seconds each time. Each goes from this list with what mends it; at the end the list is empty.
 */
export const PENDING: readonly string[] = [
  // For good.
  'numeric-insert',
  'enum-labels',
  // For seconds.
  'numeric-filter',
  'question-marks',
  'numbers-to-refresh',
  'numbers-to-graphql',
  'introspection',
  'concat-policy',
]
