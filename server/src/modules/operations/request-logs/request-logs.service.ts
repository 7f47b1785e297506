// The request log of each project: buffered in memory, written within a second, kept for 7 days.
// At most the latest 1,000 requests of a project are kept for each second, as many as the route can return: logging
// every request of a flood would cost the database as much as serving it. The next line says how many were left out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, actorName } from '#platform/credentials/actor.ts'
import { redactUrl } from '#platform/log/log.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { writeBehind } from '#platform/work/write-behind.ts'
import { KEEP_DAYS } from './histogram.ts'
import { dropPartitionsBefore } from './partitions.store.ts'
import { insertLines, type NewLine } from './request-logs.store.ts'

interface Entry {
  readonly request_id: string
  readonly method: string
  readonly url: string
  readonly status: number
  readonly duration: number
  readonly actor: Actor | undefined
  readonly address: string
  readonly at: Date
}

interface Lines {
  readonly entries: Entry[]
  /** cut is how many entries before the first were left out. */
  cut: number
}

const FLUSH_MS = 1000
/** MAX_SHOWN is the largest `limit` of the route. */
export const MAX_SHOWN = 1000
const MAX_PATH = 1000
// For all projects together; above it, each gets an equal share. One statement writes one slice.
const MAX_WRITTEN = 20_000
const SLICE = 2000
// nginx logs this status, "client closed request", when the client did not wait for the response.
const CLIENT_CLOSED_REQUEST = 499
const CLEAN_MS = 3_600_000

/** RequestLog records the requests to projects. */
export interface RequestLog {
  /** record logs a finished request, also one that the client aborted. */
  record(request: FastifyRequest, reply: FastifyReply): void
  /** flush writes the buffered entries. */
  flush(): Promise<void>
  /** upkeep drops the days that are not kept any longer. */
  readonly upkeep: readonly Upkeep[]
  /** close writes the buffered entries for the last time. */
  close(): Promise<void>
}

/** createRequestLog returns the log of this node. */
export function createRequestLog(platform: Platform): RequestLog {
  const { clusters, clock, log } = platform
  const db = clusters.main.admin
  const partitions = new Set<string>()
  const behind = writeBehind<Lines>({
    log,
    what: 'write the request log',
    afterMs: FLUSH_MS,
    merge,
    async write(buffers, done) {
      for (const { ids, lines } of slicesOf(buffers)) {
        await insertLines(db, lines, partitions).catch((error) => {
          // Somebody may have dropped a partition.
          partitions.clear()
          throw error
        })
        ids.forEach(done)
      }
    },
  })
  const clean = () => {
    const oldest = new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000)
    return dropPartitionsBefore(db, oldest.toISOString().slice(0, 10))
  }
  return {
    record(request, reply) {
      if (request.project === undefined) return
      const entry: Entry = {
        request_id: request.id,
        method: request.method,
        url: truncated(request.url),
        status: reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED_REQUEST,
        duration: reply.elapsedTime,
        actor: request.actor,
        address: request.address,
        at: clock.now(),
      }
      behind.note(request.project.id, { entries: [entry], cut: 0 })
    },
    flush: behind.flush,
    upkeep: [{ what: 'drop old days of the request log', everyMs: CLEAN_MS, run: clean }],
    close: behind.close,
  }
}

function shareOf(projects: number): number {
  return Math.min(MAX_SHOWN, Math.max(1, Math.floor(MAX_WRITTEN / projects)))
}

// Twice the share is buffered, so that cutting is rare.
function merge({ entries, cut }: Lines, newer: Lines, projects: number): Lines {
  for (const entry of newer.entries) entries.push(entry)
  const share = shareOf(projects)
  return { entries, cut: cut + newer.cut + (entries.length < 2 * share ? 0 : cutTo(entries, share)) }
}

function cutTo(entries: Entry[], share: number): number {
  return entries.splice(0, Math.max(0, entries.length - share)).length
}

interface Slice {
  readonly ids: string[]
  readonly lines: NewLine[]
}

function* slicesOf(buffers: ReadonlyMap<string, Lines>): Generator<Slice> {
  const share = shareOf(buffers.size)
  let slice: Slice = { ids: [], lines: [] }
  for (const [id, { entries, cut }] of buffers) {
    const shown = entries.slice(-share)
    const leftOut = cut + entries.length - shown.length
    slice.ids.push(id)
    for (const [n, entry] of shown.entries()) slice.lines.push(lineOf(id, entry, n === 0 ? leftOut : 0))
    if (slice.lines.length < SLICE) continue
    yield slice
    slice = { ids: [], lines: [] }
  }
  if (slice.lines.length > 0) yield slice
}

// A slice of a string keeps the whole string in memory, so a long URL is copied.
function truncated(url: string): string {
  return url.length > 2 * MAX_PATH ? Buffer.from(url.slice(0, 2 * MAX_PATH)).toString() : url
}

function lineOf(
  project_id: string,
  { url, duration, actor, at, ...entry }: Entry,
  left_out: number,
): NewLine {
  const path = redactUrl(url, MAX_PATH)
  const duration_ms = Math.round(duration * 100) / 100
  return { project_id, ...entry, path, duration_ms, actor: actorName(actor), left_out, created_at: at }
}
