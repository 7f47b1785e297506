// The claims that a project's hook adds to the access tokens of a session. Policies read them too: they are kept with the
// session until its next token.
import { z } from 'zod'
import { jsonObject } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { SessionClaims } from '#modules/auth/store/claims.ts'
import type { PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'

/** MAX_CLAIMS is how many characters of JSON the claims of a hook may have: each request carries them. */
export const MAX_CLAIMS = 4096

/** RESERVED are the claims that the server itself makes. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sid', 'amr', 'aal'],
  ...['is_anonymous', 'email_verified', 'phone_verified', 'email', 'phone', 'role_ids'],
])

const claims = jsonObject(MAX_CLAIMS).superRefine((value, context) => {
  for (const name of Object.keys(value))
    if (RESERVED.has(name)) context.addIssue({ code: 'custom', path: [name], message: 'is a reserved claim' })
})

const answer = z.strictObject({ claims: claims.optional() })

/** ClaimsSubject is whose claims are asked for. */
export interface ClaimsSubject {
  readonly user: PublicUser
  readonly metadata: Record<string, unknown>
  readonly session: { readonly id: string; readonly methods: readonly string[] }
  readonly claims: SessionClaims
}

/**
 * askForClaims returns the claims that a project's hook adds; undefined where it has no hook. It throws what the hook refuses
 * with, or 503 where that fails.
 */
export async function askForClaims(
  { hooks }: Auth,
  project: ProjectRecord,
  { user, metadata, session, claims }: ClaimsSubject,
  deadline: number,
): Promise<Record<string, unknown> | undefined> {
  const data = { user: { ...user, metadata }, session_id: session.id, methods: session.methods, claims }
  const answered = await hooks.ask(project, { hook: 'access_token', data, answer, deadline })
  return answered === undefined ? undefined : (answered.claims ?? {})
}
