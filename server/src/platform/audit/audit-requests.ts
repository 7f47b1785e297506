// The audit log's net: a change over a dashboard route that has left no entry of its own gets one before it is answered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock/clock.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { permissionOf } from '#platform/credentials/route-permission.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type AuditEntry, auditOriginOf, recordAuditIn } from './audit.ts'

/** AuditRequestsOptions is what the net needs. */
export interface AuditRequestsOptions {
  readonly db: Queryable
  readonly clock: Clock
}

/** auditRequests adds the hook; it must stand before the routes. */
export function auditRequests(app: App, { db, clock }: AuditRequestsOptions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const entry = entryFor(request, reply, payload)
    if (entry === undefined) {
      done(null, payload)
      return
    }
    const place = {
      organisation: request.project?.organisation_id ?? organisationOf(request),
      project: request.project?.id ?? null,
    }
    recordAuditIn(db, place, auditOriginOf(request, clock.now()), entry).then(
      () => done(null, payload),
      (error: Error) => done(error),
    )
  })
}

function entryFor(request: FastifyRequest, reply: FastifyReply, payload: unknown): AuditEntry | undefined {
  const { actingAs } = request
  if (actingAs !== undefined) {
    // What the rate limits refuse has done nothing.
    if (reply.statusCode === 429) return undefined
    return {
      action: 'data.act_as',
      target: actingAs.name,
      details: { route: routeOf(request), status: reply.statusCode },
    }
  }
  const area = areaToAudit(request, reply)
  return area === undefined ? undefined : entryOf(request, area, payload)
}

// Rows, files and payments are what projects are for: keys and users change them all the time. Their own modules write
// what has to be known of that.
const ENTRUSTED: ReadonlySet<string> = new Set([
  'data',
  'storage',
  'payments',
  'functions',
  'query',
  'realtime',
])

function areaToAudit(request: FastifyRequest, { statusCode }: FastifyReply): string | undefined {
  const { method, actor, audited, routeOptions } = request
  if (method === 'GET' || method === 'HEAD' || audited || actor === undefined || statusCode >= 400)
    return undefined
  const permission = permissionOf(routeOptions.config.access, method)
  if (permission === undefined || permission.endsWith(':read')) return undefined
  const area = permission === 'self' ? 'account' : permission.slice(0, permission.indexOf(':'))
  return isAudited(actor, area) ? area : undefined
}

function isAudited(actor: Actor, area: string): boolean {
  return actor.type === 'dashboard' || (actor.type === 'api_key' && !ENTRUSTED.has(area))
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'update' }

function entryOf(request: FastifyRequest, area: string, payload: unknown): AuditEntry {
  const { method, body, params } = request
  const named = Object.values(params as Record<string, string>).at(-1)
  const made = typeof payload === 'string' ? CREATED.exec(payload.slice(0, HEAD))?.[1] : undefined
  return {
    action: `${area}.${VERBS[method] ?? 'delete'}`,
    target: made ?? named ?? '',
    details: { route: routeOf(request) },
    // Rows and queries belong to the project and may be large; what settings become is said.
    ...(body === undefined || body === null || ENTRUSTED.has(area) ? {} : { after: body }),
  }
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url?.replace('/api/v1', '') ?? ''}`
}

// The id of what an answer holds, which stands near its beginning.
const CREATED = /"data":\{"id":"([0-9a-f-]{36})"/
const HEAD = 300

function organisationOf({ params }: FastifyRequest): string | null {
  return (params as { organisationID?: string }).organisationID ?? null
}
