// A request about the caller's own account: who makes it, and from where.
import type { FastifyRequest } from 'fastify'
import { type AuditOrigin, auditOriginOf, recordAuditIn } from '#platform/audit/audit.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { AuditEntry } from '#platform/http/routes/request-audit.ts'
import type { Platform } from '#platform/platform.ts'
import { type FindRelyingParty, relyingPartyOf } from './relying-party.ts'

/** OwnRequest is a request of an account. */
export interface OwnRequest {
  readonly actor: DashboardActor
  readonly origin: AuditOrigin
  readonly network: string
  readonly party: FindRelyingParty
}

export function ownRequestOf({ clock, config }: Platform, request: FastifyRequest): OwnRequest {
  return {
    actor: accountOf(request),
    origin: auditOriginOf(request, clock.now()),
    network: request.network,
    party: () => relyingPartyOf(config, request),
  }
}

const OWN = { organisation: null, project: null } as const

/** recordOwn writes an entry about the account itself in the transaction `db`. */
export function recordOwn(db: Queryable, origin: AuditOrigin, entry: AuditEntry): Promise<void> {
  return recordAuditIn(db, OWN, origin, entry)
}
