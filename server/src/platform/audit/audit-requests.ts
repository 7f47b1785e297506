// The audit log's net: what is changed is read before and after, a change over a dashboard route that has left no entry of its
// own gets one before it is answered, and those that modules have written in their transactions get what differs.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { permissionOf } from '#platform/credentials/route-permission.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type AuditEntry, EVERY_CHANGE, type RouteAudit } from '#platform/http/routes/request-audit.ts'
import type { Log } from '#platform/log/log.ts'
import { type AuditPlace, completingStatement, entryStatement, recordAudit, shownIn } from './audit.ts'
import { AuditQueue } from './audit-queue.ts'
import { type Difference, differenceOf, onlyThing, titleOf } from './differences.ts'
import { readBy, readSubject } from './states.ts'
import { type Change, Subjects } from './subjects.ts'

/** AuditRequestsOptions is what the net needs. */
export interface AuditRequestsOptions {
  readonly db: Queryable
  readonly log: Log
}

/** auditRequests adds the hooks; it must stand before the routes. */
export function auditRequests(app: App, { db, log }: AuditRequestsOptions): void {
  const subjects = new Subjects()
  const queue = new AuditQueue(db, log)
  app.addHook('onClose', () => queue.close())
  app.addHook('onRoute', (route) => subjects.add(route))
  app.addHook('preHandler', (request, reply, done) => {
    const area = areaOf(request)
    if (area !== undefined) request.act.audit.area = area
    const change = isAboutState(request, area) ? changeOf(subjects, request) : undefined
    if (change !== undefined) request.act.audit.isAwaited = true
    // What a POST makes was not there before.
    if (change?.subject === undefined || change.made !== undefined) {
      done()
      return
    }
    readSubject(app, { request, reply }, change.subject).then((state) => {
      request.act.audit.before = state
      done()
    }, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isToWrite(request, reply)) {
      done(null, payload)
      return
    }
    writeEntries(request, reply, payload).then(
      () => done(null, payload),
      (error: Error) => done(error),
    )
  })

  async function writeEntries(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const { actingAs } = request
    if (actingAs !== undefined) {
      const details = { route: routeOf(request), status: reply.statusCode }
      const entry = { action: 'data.act_as', target: actingAs.name, details }
      // Nothing is committed: what was read is not shown without its entry.
      return recordAudit(db, request.act, entry, placeOf(request))
    }
    const { area, before, open, committed, isAwaited } = request.act.audit
    const change = changeOf(subjects, request)
    const made = createdBy(payload)
    const after = isAboutState(request, area) ? await stateAfter({ request, reply }, change, made) : undefined
    const difference = differenceOf(before, after, made)
    const things = [after, before, difference.after, difference.before]
    // What is made below its owner is called by its own name.
    if (change.verb === 'create' && difference.before !== undefined)
      things.unshift(onlyThing(difference.after))
    const shownAs = shownIn(request.project?.id)
    const title = things.map((one) => titleOf(one, shownAs)).find((one) => one !== undefined) ?? ''
    const known = isAwaited ? { ...difference, title } : {}
    const entry =
      committed === undefined
        ? entryOf(request, change, { ...difference, title }, made)
        : { ...committed, ...known }
    const { action, target } = entry
    await queue.write(
      open.length > 0
        ? completingStatement(open, difference, title, shownAs)
        : entryStatement(placeOf(request), request.act, entry),
      { request_id: request.id, action, target },
    )
  }

  async function stateAfter(
    exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    { subject, made }: Change,
    id: string | undefined,
  ): Promise<unknown> {
    if (made !== undefined)
      return id === undefined ? undefined : readBy(app, exchange, made.get, { [made.param]: id })
    return subject === undefined ? undefined : readSubject(app, exchange, subject)
  }
}

function isToWrite(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  // What the rate limits refuse has done nothing.
  if (request.actingAs !== undefined) return statusCode !== 429
  if (isReading(request)) return false
  // An entry is there once its change is committed, even if something fails behind it.
  const { open, committed, details } = request.act.audit
  return (
    open.length > 0 ||
    committed !== undefined ||
    details !== undefined ||
    (statusCode < 400 && isUnrecorded(request))
  )
}

function changeOf(subjects: Subjects, { method, routeOptions }: FastifyRequest): Change {
  return subjects.of(method, routeOptions.url ?? '')
}

function isReading({ method, actingAs }: FastifyRequest): boolean {
  return actingAs === undefined && (method === 'GET' || method === 'HEAD')
}

// What a request changes, in one word; undefined where it changes nothing that is audited.
function areaOf(request: FastifyRequest): string | undefined {
  const { method, actor, actingAs, routeOptions } = request
  const { access, audit } = routeOptions.config
  if (isReading(request) || actor === undefined || actingAs !== undefined) return undefined
  const permission = permissionOf(access, method)
  if (permission === undefined || permission.endsWith(':read') || audit === false || isDryRun(request))
    return undefined
  return permission === 'self' ? 'account' : permission.slice(0, permission.indexOf(':'))
}

function isDryRun({ body, query }: FastifyRequest): boolean {
  return [body, query].some((one) => (one as { dry_run?: unknown } | undefined)?.dry_run === true)
}

// Asked of routes that change something only.
function auditedBy({ routeOptions }: FastifyRequest): RouteAudit {
  return routeOptions.config.audit || EVERY_CHANGE
}

// Whether a change leaves an entry, even if its module writes none.
function isUnrecorded(request: FastifyRequest): boolean {
  const { actor, audit } = request.act
  if (audit.area === undefined || audit.isRecorded) return false
  return actor?.type === 'dashboard' || (actor?.type === 'api_key' && auditedBy(request).keys)
}

function isAboutState(request: FastifyRequest, area: string | undefined): boolean {
  const { states } = auditedBy(request)
  if (area === undefined || states === 'nobody') return false
  const type = request.actor?.type
  return type === 'dashboard' || (type === 'api_key' && states === 'everybody')
}

function entryOf(
  request: FastifyRequest,
  { verb, noun }: Change,
  states: Difference & { readonly title: string },
  created: string | undefined,
): AuditEntry {
  const { body, params } = request
  const { area = '', details } = request.act.audit
  const named = Object.values(params as Record<string, string>).at(-1)
  const isKnown = [states.before, states.after].some((state) => state !== undefined && !isEmpty(state))
  // What has no state that could be read, such as a password, is told by what was sent.
  const isTold = isKnown || body === undefined || body === null || !auditedBy(request).keys
  return {
    action: actionOf(area, noun, verb),
    target: created ?? named ?? '',
    details: { route: routeOf(request), ...details },
    ...states,
    ...(isTold ? {} : { after: body }),
  }
}

function isEmpty(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Object.keys(state).length === 0
}

// What an area is of, or what every address begins with.
const UNNAMED: ReadonlySet<string> = new Set(['', 'rls', 'me', 'auth', 'project', 'organisation'])

// `schema.table_update`, but `webhooks.update`.
function actionOf(area: string, noun: string, verb: string): string {
  const isArea = UNNAMED.has(noun) || noun === area || `${noun}s` === area
  return `${area}.${isArea ? verb : `${noun}_${verb}`}`
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url?.replace('/api/v1', '') ?? ''}`
}

// The id of what an answer holds, which stands near its beginning.
const CREATED = /"data":\{"id":"([0-9a-f-]{36})"/
const HEAD = 300

function createdBy(payload: unknown): string | undefined {
  return typeof payload === 'string' ? CREATED.exec(payload.slice(0, HEAD))?.[1] : undefined
}

function placeOf(request: FastifyRequest): AuditPlace {
  const { project } = request
  return project === undefined
    ? { organisation: organisationOf(request) }
    : { organisation: project.organisation_id, project: project.id }
}

function organisationOf({ params }: FastifyRequest): string | null {
  return (params as { organisationID?: string }).organisationID ?? null
}
