// What queries were planned and compiled to, kept while the schema stands: clients send the same ones again and again, and
// planning and compiling one costs Node 50 µs and more. Nothing in it depends on who asks.
import { LRUCache } from 'lru-cache'
import type { PreparedRead } from '#modules/rows/data/reading/prepared-reads.service.ts'
import type { Operation } from '#modules/rows/graphql/request/operation.ts'
import type { GraphqlCaller } from '#modules/rows/graphql/schema/caller.ts'
import type { ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'

type Reads = ReadonlyMap<string, PreparedRead>

const MAX_KEPT_BYTES = 16 * 1024 * 1024
const MAX_ENTRY_BYTES = 256 * 1024

/** KeptReads holds the reads of queries, all of whose fields are reads. */
export class KeptReads {
  readonly #kept = new LRUCache<string, { api: ProjectApi; reads: Reads }>({
    maxSize: MAX_KEPT_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ reads }, key) => bytesOf(reads, key),
  })

  /** find returns the reads of a query by the names of its fields. */
  find(call: GraphqlCaller, operation: Operation): Reads | undefined {
    const known = this.#kept.get(keyOf(call, operation))
    // An API is made anew when the schema changes.
    return known?.api === call.api ? known.reads : undefined
  }

  /** keep keeps them. */
  keep(call: GraphqlCaller, operation: Operation, reads: Reads): void {
    this.#kept.set(keyOf(call, operation), { api: call.api, reads })
  }
}

function keyOf({ asker }: GraphqlCaller, { text, node, given }: Operation): string {
  return JSON.stringify([asker.project.id, text, node.name?.value, given])
}

// Roughly: a character takes two bytes, and the filters repeat values that stand in the key.
function bytesOf(reads: Reads, key: string): number {
  const texts = [...reads.values()].reduce((sum, { statement }) => sum + statement.text.length, 0)
  return 2 * (2 * key.length + texts) + 1000
}
