// The audit log: who changed or read what, from where (spec 4.15). Entries are written in the transaction of what they
// report, and never hold a value: only names, numbers and ids.
import type { FastifyRequest } from 'fastify'
import { type Actor, actorName, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { actorOf, projectOf } from '#platform/http/request.ts'

/** AuditSource is who acts, in which project, and from which address. */
export interface AuditSource {
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly address: string
  readonly at: Date
}

/** AuditEntry is what was done: `action` is `<module>.<verb>`, `target` the id of what it was done to. */
export interface AuditEntry {
  readonly action: string
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
}

/** auditSourceOf returns who makes a request; `at` is the time of its entries. */
export function auditSourceOf(request: FastifyRequest, at: Date): AuditSource {
  return { project: projectOf(request), actor: actorOf(request), address: request.address, at }
}

/** recordAudit writes an entry; `db` is the transaction in which the action itself happens. */
export async function recordAudit(db: Queryable, source: AuditSource, entry: AuditEntry): Promise<void> {
  const { project, actor, address, at } = source
  await db.query(
    `insert into platform.audit_log
       (organisation_id, project_id, actor, address, action, target, details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      project.organisation_id,
      project.id,
      actorName(actor),
      address,
      entry.action,
      entry.target,
      JSON.stringify(entry.details),
      at,
    ],
  )
}
