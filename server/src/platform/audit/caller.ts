// A dashboard user who changes the control plane: whose rights count, and what the audit log says of them.
import type { FastifyRequest } from 'fastify'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { AuditEntry, RequestAudit } from '#platform/http/routes/request-audit.ts'
import { type AuditOrigin, auditOriginOf, recordAuditIn } from './audit.ts'

/** Caller is a dashboard user and the request that they make. */
export interface Caller extends AuditOrigin {
  readonly actor: DashboardActor
  readonly accountId: string
  readonly audit: RequestAudit
}

/** callerOf returns the dashboard user of a request; `at` is the time of its audit entries. */
export function callerOf(request: FastifyRequest, at: Date): Caller {
  const actor = accountOf(request)
  return { ...auditOriginOf(request, at), actor, accountId: actor.account_id }
}

/** recordInOrganisation writes an entry of an organisation in the transaction `db`. */
export function recordInOrganisation(
  db: Queryable,
  caller: Caller,
  organisation: string,
  entry: AuditEntry,
): Promise<void> {
  return recordAuditIn(db, { organisation, project: null }, caller, entry)
}
