// A request about the caller's own account: who makes it, and from where.
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { AuditEntry } from '#platform/http/routes/request-audit.ts'
import type { Platform } from '#platform/platform.ts'
import { type FindRelyingParty, relyingPartyOf } from './relying-party.ts'

/** OwnRequest is a request of an account. */
export interface OwnRequest {
  readonly actor: DashboardActor
  readonly act: Act
  readonly network: string
  readonly party: FindRelyingParty
}

export function ownRequestOf({ config }: Platform, request: FastifyRequest): OwnRequest {
  return {
    actor: accountOf(request),
    act: request.act,
    network: request.network,
    party: () => relyingPartyOf(config, request),
  }
}

/** recordOwn writes an entry about the account itself in the transaction `db`. */
export function recordOwn(db: Queryable, act: Act, entry: AuditEntry): Promise<void> {
  return recordAudit(db, act, entry, {})
}
