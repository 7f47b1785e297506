// A request under way: who asks, and what the node keeps between requests.
import type { Caller } from './caller.ts'
import type { Introspections } from './introspections.ts'
import type { KeptReads } from './kept-reads.ts'

/** Call is a request under way. */
export interface Call extends Caller {
  readonly reads: KeptReads
  readonly introspections: Introspections
}
