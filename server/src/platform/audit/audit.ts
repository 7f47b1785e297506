// The audit log: who changed or read what, through which credential, from where. Entries are written in the
// transaction of what they report, and never hold a secret: `maskSecrets` takes them out of what stands before and after.
import type { FastifyRequest } from 'fastify'
import { type Actor, actorName, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { callerOf, projectOf } from '#platform/http/routes/request.ts'
import type { AuditEntry, RequestAudit } from '#platform/http/routes/request-audit.ts'
import { type Difference, titleOf } from './differences.ts'
import { maskPerson } from './mask-people.ts'
import { AS_IT_IS, maskSecrets, type ShownAs } from './mask-secrets.ts'

/** AuditOrigin is who acts, through which credential, and in which request. */
export interface AuditOrigin {
  /** actor is undefined where nobody is known by their account. */
  readonly actor: Actor | undefined
  readonly address: string
  readonly request_id: string
  readonly at: Date
  /** credential is what was proven in place of a session or a key, such as a mailed code. */
  readonly credential?: string
  /** audit is what the request has left in the log so far; undefined where an entry is not about what a request changes. */
  readonly audit?: RequestAudit
}

/** AuditSource is a request within a project. */
export interface AuditSource extends AuditOrigin {
  readonly project: ProjectRecord
  readonly audit: RequestAudit
}

/** AuditPlace is whose log an entry is in. Without an organisation it is about the actor's own account. */
export interface AuditPlace {
  readonly organisation: string | null
  readonly project: string | null
}

/** auditOriginOf returns who makes a request; `at` is the time of its entries. */
export function auditOriginOf(request: FastifyRequest, at: Date): AuditOrigin & Pick<AuditSource, 'audit'> {
  return {
    actor: callerOf(request),
    address: request.address,
    request_id: request.id,
    at,
    audit: auditOf(request),
  }
}

/** auditOriginBy returns who makes a request that has proven itself by other means than a session or a key. */
export function auditOriginBy(
  request: FastifyRequest,
  actor: Actor,
  credential: string,
  at: Date,
): AuditOrigin {
  return { actor, credential, address: request.address, request_id: request.id, at, audit: auditOf(request) }
}

/** auditOf returns what a request leaves in the log, in which its handler and the net below it write. */
export function auditOf(request: FastifyRequest): RequestAudit {
  request.audit ??= {
    area: undefined,
    before: undefined,
    isAwaited: false,
    isRecorded: false,
    open: [],
    details: undefined,
    committed: undefined,
  }
  return request.audit
}

/** auditSourceOf returns who makes a request in a project; `at` is the time of its entries. */
export function auditSourceOf(request: FastifyRequest, at: Date): AuditSource {
  return { ...auditOriginOf(request, at), project: projectOf(request) }
}

/** recordAudit writes an entry of a project; `db` is the transaction in which the action itself happens. */
export function recordAudit(db: Queryable, source: AuditSource, entry: AuditEntry): Promise<void> {
  const { id, organisation_id } = source.project
  return recordAuditIn(db, { organisation: organisation_id, project: id }, source, entry)
}

/**
 * recordCommitted has the entry of a change that is committed in another database than the log's written before the request is
 * answered, whatever the answer is by then.
 */
export function recordCommitted({ audit }: AuditSource, entry: AuditEntry): void {
  audit.committed = entry
}

/** noteCommitted adds details to the entry of a change that is committed; it is written whatever the answer is by then. */
export function noteCommitted(request: FastifyRequest, details: NonNullable<AuditEntry['details']>): void {
  auditOf(request).details = details
}

/** AuditStatement is SQL that writes an entry, or what differs into entries. */
export interface AuditStatement {
  readonly text: string
  readonly values: unknown[]
}

/**
 * recordAuditIn writes an entry of an organisation, or of the actor's account. An entry without a state gets the one that the
 * request has read, and the one after it once the request is done.
 */
export async function recordAuditIn(
  db: Queryable,
  place: AuditPlace,
  origin: AuditOrigin,
  entry: AuditEntry,
): Promise<void> {
  const { audit } = origin
  const { title, before, after } = entry
  const isOpen = audit?.isAwaited && before === undefined && after === undefined && title === undefined
  const statement = isOpen
    ? entryStatement(place, origin, { ...entry, before: audit.before }, null)
    : entryStatement(place, origin, entry)
  const { rows } = await db.query<{ id: string }>(statement.text, statement.values)
  if (audit !== undefined) audit.isRecorded = true
  if (isOpen) audit.open.push(...rows.map(({ id }) => id))
}

/** entryStatement returns what writes an entry; with a title of null it still gets its name and the state after it. */
export function entryStatement(
  { organisation, project }: AuditPlace,
  { actor, address, request_id, at, credential = credentialOf(actor) }: AuditOrigin,
  { action, target, details = {}, title: given, before, after }: AuditEntry,
  title: string | null = given ?? titleOf(after, shownIn(project)) ?? titleOf(before, shownIn(project)) ?? '',
): AuditStatement {
  const shownAs = shownIn(project)
  return {
    text: `insert into platform.audit_log
       (organisation_id, project_id, actor, credential, address, request_id, action, target, target_name, details, before,
        after, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    values: [
      organisation,
      project,
      actorName(actor),
      credential,
      address,
      request_id,
      action,
      target,
      title,
      JSON.stringify(details),
      masked(before, shownAs),
      masked(after, shownAs),
      at,
    ],
  }
}

/** completingStatement returns what writes the difference between the states before and after into entries that are open. */
export function completingStatement(
  ids: readonly string[],
  { before, after }: Difference,
  title: string,
  shownAs: ShownAs,
): AuditStatement {
  return {
    text: 'update platform.audit_log set before = $2, after = $3, target_name = $4 where id = any($1) and target_name is null',
    values: [ids, masked(before, shownAs), masked(after, shownAs), title],
  }
}

/** shownIn returns how members are shown in the log of a project, or of no project: its end users outlive their deletion there. */
export function shownIn(project: string | null | undefined): ShownAs {
  return project == null ? AS_IT_IS : maskPerson
}

function masked(state: unknown, shownAs: ShownAs): string | null {
  return state === undefined ? null : JSON.stringify(maskSecrets(state, shownAs))
}

function credentialOf(actor: Actor | undefined): string {
  if (actor === undefined) return 'none'
  if (actor.type === 'api_key') return `api_key:${actor.key_id}`
  const isToken = actor.type === 'dashboard' && actor.token !== undefined
  return `${isToken ? 'access_token' : 'session'}:${actor.session_id}`
}
