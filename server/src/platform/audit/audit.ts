// The audit log: who changed or read what, through which credential, from where. Entries are written in the
// transaction of what they report, and never hold a secret: `maskSecrets` takes them out of what stands before and after.
import { type Actor, actorName, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { AuditEntry } from '#platform/http/routes/request-audit.ts'
import { type Difference, titleOf } from './differences.ts'
import { maskPerson } from './mask-people.ts'
import { AS_IT_IS, maskSecrets, type ShownAs } from './mask-secrets.ts'

/** AuditPlace is whose log an entry is in. Without an organisation it is about the actor's own account. */
export interface AuditPlace {
  readonly organisation?: string | null
  readonly project?: string
}

/**
 * recordCommitted has the entry of a change that is committed in another database than the log's written before the request is
 * answered, whatever the answer is by then.
 */
export function recordCommitted({ audit }: Act, entry: AuditEntry): void {
  audit.committed = entry
}

/** noteCommitted adds details to the entry of a change that is committed; it is written whatever the answer is by then. */
export function noteCommitted({ audit }: Act, details: NonNullable<AuditEntry['details']>): void {
  audit.details = details
}

/** AuditStatement is SQL that writes an entry, or what differs into entries. */
export interface AuditStatement {
  readonly text: string
  readonly values: unknown[]
}

/**
 * recordAudit writes an entry in the transaction `db`, in which the action itself happens: one of the act's project, if no other place
 * is given. An entry without a state gets the one that the request has read, and the one after it once the request is done.
 */
export async function recordAudit(
  db: Queryable,
  act: Act,
  entry: AuditEntry,
  place: AuditPlace = placeOf(act.project),
): Promise<void> {
  const { audit } = act
  const { title, before, after } = entry
  const isOpen = audit.isAwaited && before === undefined && after === undefined && title === undefined
  const statement = isOpen
    ? entryStatement(place, act, { ...entry, before: audit.before }, null)
    : entryStatement(place, act, entry)
  const { rows } = await db.query<{ id: string }>(statement.text, statement.values)
  audit.isRecorded = true
  if (isOpen) audit.open.push(...rows.map(({ id }) => id))
}

function placeOf({ id, organisation_id }: ProjectRecord): AuditPlace {
  return { organisation: organisation_id, project: id }
}

/** entryStatement returns what writes an entry; with a title of null it still gets its name and the state after it. */
export function entryStatement(
  { organisation, project }: AuditPlace,
  { actor, address, request_id, at, credential = credentialOf(actor) }: Act,
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
export function shownIn(project: string | undefined): ShownAs {
  return project === undefined ? AS_IT_IS : maskPerson
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
