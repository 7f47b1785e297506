// The request log of each project (spec 4.15): buffered in memory, written once a second, kept for 7 days.
// At most the latest 1,000 requests of a project are kept for each second, as many as the route can return: logging
// every request of a flood would cost the database as much as serving it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Actor, actorName } from '#platform/credentials/actor.ts'
import { redactUrl } from '#platform/log/log.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteBefore, deleteOfProject } from './request-logs.store.ts'

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

const FLUSH_MS = 1000
/** MAX_SHOWN is the largest `limit` of the route (spec 8). */
export const MAX_SHOWN = 1000
const MAX_PATH = 1000
// For all projects together; above it, each gets an equal share. One statement writes one slice.
const MAX_WRITTEN = 20_000
const SLICE = 2000
// nginx logs this status, "client closed request", when the client did not wait for the response.
const CLIENT_CLOSED_REQUEST = 499
const KEEP_DAYS = 7
const CLEAN_MS = 3_600_000

/** RequestLog records the requests to projects. */
export interface RequestLog {
  /** record logs a finished request, also one that the client aborted. */
  record(request: FastifyRequest, reply: FastifyReply): void
  /** flush writes the buffered entries. */
  flush(): Promise<void>
  /** close writes the buffered entries and stops the timers. */
  close(): Promise<void>
}

/** createRequestLog starts the timers that write the log and delete old entries. */
export function createRequestLog(platform: Platform): RequestLog {
  let buffers = new Map<string, Entry[]>()
  const flush = async () => {
    const taken = buffers
    buffers = new Map()
    if (taken.size > 0) await write(platform, taken)
  }
  const report = (error: unknown) => platform.log.warn({ err: error }, 'could not write the request log')
  const flushing = setInterval(() => void flush().catch(report), FLUSH_MS)
  const cleaning = setInterval(() => void clean(platform).catch(report), CLEAN_MS)
  flushing.unref()
  cleaning.unref()

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
        at: platform.clock.now(),
      }
      const buffer = buffers.get(request.project.id)
      if (buffer === undefined) buffers.set(request.project.id, [entry])
      else if (buffer.push(entry) >= 2 * MAX_SHOWN) buffer.splice(0, MAX_SHOWN)
    },
    flush,
    close() {
      clearInterval(flushing)
      clearInterval(cleaning)
      return flush()
    },
  }
}

async function write(platform: Platform, buffers: ReadonlyMap<string, readonly Entry[]>): Promise<void> {
  const share = Math.min(MAX_SHOWN, Math.max(1, Math.floor(MAX_WRITTEN / buffers.size)))
  let slice: ReturnType<typeof row>[] = []
  for (const [id, entries] of buffers) {
    for (const entry of entries.slice(-share)) slice.push(row(id, entry))
    if (slice.length < SLICE) continue
    await insert(platform, slice)
    slice = []
  }
  if (slice.length > 0) await insert(platform, slice)
}

async function insert(platform: Platform, rows: readonly ReturnType<typeof row>[]): Promise<void> {
  await sql`
    insert into platform.request_logs
      (project_id, request_id, method, path, status, duration_ms, actor, address, created_at)
    select project_id, request_id, method, path, status, duration_ms, actor, address, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(
      project_id uuid, request_id text, method text, path text, status smallint, duration_ms real, actor text,
      address text, created_at timestamptz)`.execute(platform.controlPlane)
}

// A slice of a string keeps the whole string in memory, so a long URL is copied.
function truncated(url: string): string {
  return url.length > 2 * MAX_PATH ? Buffer.from(url.slice(0, 2 * MAX_PATH)).toString() : url
}

function row(projectId: string, { url, duration, actor, at, ...entry }: Entry) {
  const path = redactUrl(url, MAX_PATH)
  const duration_ms = Math.round(duration * 100) / 100
  return { project_id: projectId, ...entry, path, duration_ms, actor: actorName(actor), created_at: at }
}

async function clean(platform: Platform): Promise<void> {
  const oldest = new Date(platform.clock.now().getTime() - KEEP_DAYS * 86_400_000)
  await deleteBefore(platform.controlPlane, oldest)
}

/** deleteRequests deletes the whole log of a project. */
export function deleteRequests(platform: Platform, projectId: string): Promise<void> {
  return deleteOfProject(platform.controlPlane, projectId)
}

/** listRequests returns a project's latest requests, newest first. */
export async function listRequests(platform: Platform, projectId: string, limit: number) {
  return platform.controlPlane
    .selectFrom('request_logs')
    .select(['id', 'request_id', 'method', 'path', 'status', 'duration_ms', 'actor', 'address', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
