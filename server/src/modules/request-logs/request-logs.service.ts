// The request log of each project (spec 4.15): buffered in memory, written in one statement a second, kept 7 days.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actorName } from '#platform/credentials/actor.ts'
import { redactUrl } from '#platform/log/log.ts'
import type { Platform } from '#platform/platform.ts'

interface Entry {
  readonly project_id: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly actor: string
  readonly address: string
  readonly created_at: string
}

const FLUSH_MS = 1000
// Beyond this the oldest entries are dropped: the log must never bring the server down.
const MAX_BUFFERED = 50_000
const MAX_PATH = 1000
const KEEP_DAYS = 7
const CLEAN_MS = 3_600_000

/** RequestLog takes down requests to projects. */
export interface RequestLog {
  record(request: FastifyRequest, reply: FastifyReply): void
  /** flush writes what is buffered. */
  flush(): Promise<void>
  stop(): void
}

/** createRequestLog starts the log's timers. */
export function createRequestLog(platform: Platform): RequestLog {
  let buffer: Entry[] = []
  const flush = async () => {
    const entries = buffer
    buffer = []
    if (entries.length > 0) await write(platform, entries)
  }
  const report = (error: unknown) => platform.log.warn({ err: error }, 'could not write the request log')
  const flushing = setInterval(() => void flush().catch(report), FLUSH_MS)
  const cleaning = setInterval(() => void clean(platform).catch(report), CLEAN_MS)
  flushing.unref()
  cleaning.unref()

  return {
    record(request, reply) {
      if (request.project === undefined) return
      if (buffer.length >= MAX_BUFFERED) buffer = buffer.slice(MAX_BUFFERED / 10)
      buffer.push({
        project_id: request.project.id,
        request_id: request.id,
        method: request.method,
        path: redactUrl(request.url).slice(0, MAX_PATH),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        actor: actorName(request.actor),
        address: request.ip,
        created_at: platform.clock.now().toISOString(),
      })
    },
    flush,
    stop() {
      clearInterval(flushing)
      clearInterval(cleaning)
    },
  }
}

async function write(platform: Platform, entries: Entry[]): Promise<void> {
  await sql`
    insert into platform.request_logs
      (project_id, request_id, method, path, status, duration_ms, actor, address, created_at)
    select project_id, request_id, method, path, status, duration_ms, actor, address, created_at
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(
      project_id uuid, request_id text, method text, path text, status smallint, duration_ms real, actor text,
      address text, created_at timestamptz)`.execute(platform.controlPlane)
}

async function clean(platform: Platform): Promise<void> {
  const oldest = new Date(platform.clock.now().getTime() - KEEP_DAYS * 86_400_000)
  await platform.controlPlane.deleteFrom('request_logs').where('created_at', '<', oldest).execute()
}

/** listRequests gives a project's latest requests, newest first. */
export async function listRequests(platform: Platform, projectId: string, limit: number) {
  return platform.controlPlane
    .selectFrom('request_logs')
    .select(['id', 'request_id', 'method', 'path', 'status', 'duration_ms', 'actor', 'address', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
