// All abuses, and those that the server does not survive yet.
import type { Abuse } from './abuse.ts'
import { bodyAbuses } from './kinds/bodies.ts'
import { connectionAbuses } from './kinds/connections.ts'
import { floodAbuses } from './kinds/floods.ts'
import { functionAbuses } from './kinds/functions.ts'
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
  ...functionAbuses,
]
