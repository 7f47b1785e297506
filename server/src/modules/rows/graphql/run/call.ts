// A request under way: who asks, and what the node keeps between requests.

import type { Introspections } from '#modules/rows/graphql/introspection/introspections.ts'
import type { GraphqlCaller } from '#modules/rows/graphql/schema/caller.ts'
import type { KeptReads } from './kept-reads.ts'

/** Call is a request under way. */
export interface Call extends GraphqlCaller {
  readonly reads: KeptReads
  readonly introspections: Introspections
}
