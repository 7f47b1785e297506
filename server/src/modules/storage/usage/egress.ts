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
  let counted = new Map<string, number>()
  const write = async () => {
    if (counted.size === 0) return
    const taken = counted
    counted = new Map()
    try {
      await addEgress(clusters.main.admin, clock.now(), taken)
    } catch (error) {
      for (const [id, bytes] of taken) counted.set(id, (counted.get(id) ?? 0) + bytes)
      throw error
    }
  }
  const behind = writeBehind({ log, what: 'count what storage has sent', afterMs: FLUSH_MS, write })
  return {
    count: ({ raw: { socket }, project }, reply) => {
      if (project === undefined) return
      const before = socket.bytesWritten
      reply.raw.once('close', () => {
        const bytes = socket.bytesWritten - before
        if (bytes > 0) {
          counted.set(project.id, (counted.get(project.id) ?? 0) + bytes)
          behind.noted()
        }
      })
    },
    flush: behind.flush,
    close: behind.close,
  }
}
