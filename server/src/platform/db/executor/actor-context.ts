// Who a statement runs as: the settings that policies and the `auth` functions read.

import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import type { ProjectNames } from '#platform/db/project-names.ts'

/** ActorContext is the identity under which the data plane runs statements. */
export interface ActorContext {
  readonly kind: CallerKind
  /** uid is the project user's id, null for keys and dashboard users. */
  readonly uid: string | null
  /** claims is a JSON object: `email`, `role_ids` and whatever the session's token carries. */
  readonly claims: string
  /** trial is true where nothing that the actor's statements write is ever committed. */
  readonly trial?: true
}

/** RowAction distinguishes a soft delete from an update, which it is in SQL, so that the policies for delete decide it. */
export type RowAction = 'delete' | ''

// Each setting costs PostgreSQL about a microsecond, so none is set that would be empty: unset, they read as empty.
const key = (local: boolean) =>
  `select set_config('role', $1, ${local}), set_config('msingi.kind', $2, ${local})`
const KEY = key(true)
const KEEP = key(false)
const USER = `${KEY}, set_config('msingi.uid', $3, true), set_config('msingi.claims', $4, true)`
const DELETING = ", set_config('msingi.action', 'delete', true)"

/**
 * sharedContext is the first statement of a packet on the shared pool. It sets the role as well; being local to
 * the transaction, all of it is gone at the packet's end.
 */
export function sharedContext(names: ProjectNames, actor: ActorContext, action: RowAction): Statement {
  const end = action === 'delete' ? DELETING : ''
  if (actor.uid === null) return { text: KEY + end, values: [names.data, actor.kind] }
  return { text: USER + end, values: [names.data, actor.kind, actor.uid, actor.claims] }
}

/**
 * replacingContext is sharedContext for an actor who follows another within one transaction: what the one before may
 * have set is set again, be it to nothing.
 */
export function replacingContext(names: ProjectNames, actor: ActorContext): Statement {
  return { text: USER, values: [names.data, actor.kind, actor.uid ?? '', actor.claims] }
}

/**
 * identityOf names what a connection may keep between packets: a project's role and a kind of actor, never a user,
 * since a packet of a key does not say that it has no user.
 */
export function identityOf(names: ProjectNames, actor: ActorContext, action: RowAction): string | undefined {
  return actor.uid === null && action === '' ? `${names.data} ${actor.kind}` : undefined
}

/** keptContext is sharedContext for an identity that stays on the connection. */
export function keptContext(names: ProjectNames, actor: ActorContext): Statement {
  return { text: KEEP, values: [names.data, actor.kind] }
}

/**
 * ownContext does the same on a connection that logs in as the project's own role. That role may not call
 * set_config, so that code of the project cannot choose an identity with it; SET takes no parameters, hence literals.
 */
export function ownContext(actor: ActorContext, action: RowAction): Statement[] {
  return [
    // Code of the project may SET what it likes, for itself.
    { text: 'reset all' },
    { text: `set local msingi.kind = ${literal(actor.kind)}` },
    { text: `set local msingi.uid = ${literal(actor.uid ?? '')}` },
    { text: `set local msingi.claims = ${literal(actor.claims)}` },
    { text: `set local msingi.action = ${literal(action)}` },
  ]
}

// With E in front, a backslash means the same whatever the project's code has set standard_conforming_strings to.
function literal(text: string): string {
  return `E'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
}
