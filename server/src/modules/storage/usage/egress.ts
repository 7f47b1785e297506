// Counts the bytes that are sent of files: in memory, and every few seconds in the database.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { writeBehind } from '#platform/work/write-behind.ts'
import { addEgress } from './usage.store.ts'

const FLUSH_MS = 5000

/** Egress counts what this node sends. */
export interface Egress {
  /** count adds what an answer takes, once its connection has taken it. */
  count(request: FastifyRequest, reply: FastifyReply): void
  /** flush writes down what was counted. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** createEgress begins to count. */
export function createEgress({ clusters, clock, log }: Platform): Egress {
  const behind = writeBehind<number>({
    log,
    what: 'count what storage has sent',
    afterMs: FLUSH_MS,
    merge: (older, newer) => older + newer,
    write: (bytes) => addEgress(clusters.main.admin, clock.now(), bytes),
  })
  return {
    count: ({ raw: { socket }, project }, reply) => {
      if (project === undefined) return
      const before = socket.bytesWritten
      reply.raw.once('close', () => {
        const bytes = socket.bytesWritten - before
        if (bytes > 0) behind.note(project.id, bytes)
      })
    },
    flush: behind.flush,
    close: behind.close,
  }
}
