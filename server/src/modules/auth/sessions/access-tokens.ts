// Access tokens of project users: JWTs that name a session of one project. Permissions are read from
// the session, so that a change applies at once; the claims in the token are for other services.

import { CompactSign, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { ALGORITHM } from '#modules/auth/context/signing-keys.ts'
import type { SessionClaims } from '#modules/auth/store/claims.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { AccessToken } from '#platform/sessions/tokens.ts'

const ISSUER = 'msingi'

/** TokenClaims are the verified contents of a token. */
export interface TokenClaims {
  readonly project: ProjectRecord
  readonly session_id: string
  readonly user_id: string
  /** ends is when the token expires, in milliseconds. */
  readonly ends: number
}

/** issueAccessToken signs a token for a session, with the project as its audience (`aud`). */
export async function issueAccessToken(
  auth: Auth,
  project: ProjectRecord,
  session: { readonly id: string; readonly user_id: string },
  claims: SessionClaims & Readonly<Record<string, unknown>>,
  lifetimeSeconds: number,
): Promise<AccessToken> {
  const { id, key } = await auth.signingKeys.signing(project)
  // JWT timestamps are whole seconds.
  const issued = Math.floor(auth.platform.clock.now().getTime() / 1000)
  const expires = issued + lifetimeSeconds
  const own = {
    sid: session.id,
    iss: ISSUER,
    aud: project.id,
    sub: session.user_id,
    iat: issued,
    exp: expires,
  }
  // SignJWT would copy numbers with many digits to something else.
  const payload = Buffer.from(JSON.stringify({ ...claims, ...own }))
  const text = await new CompactSign(payload)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: id })
    .sign(key)
  return { text, expires_at: new Date(expires * 1000) }
}

/**
 * readAccessToken verifies a token and returns its claims, or undefined if it is not valid. The token names its project
 * and key; a key of one project verifies no token of another.
 */
export async function readAccessToken(
  auth: Auth,
  token: string,
  findProject: (id: string) => Promise<ProjectRecord | undefined> | ProjectRecord | undefined,
): Promise<TokenClaims | undefined> {
  const named = namesIn(token)
  const project = named && (await findProject(named.aud))
  const verification = named && project && (await auth.signingKeys.verifying(project, named.kid))
  if (project === undefined || verification === undefined) return undefined
  try {
    const { payload } = await jwtVerify(token, verification.key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: project.id,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: auth.platform.clock.now(),
    })
    const { sub, sid, exp } = payload
    if (!isId(sub) || !isId(sid)) return undefined
    return { project, session_id: sid, user_id: sub, ends: Number(exp) * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

// The key and project that a token names, unverified. Dashboard tokens name none and are skipped here.
function namesIn(token: string): { kid: string; aud: string } | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    if (alg !== ALGORITHM || !isId(kid)) return undefined
    const { aud } = decodeJwt(token)
    return isId(aud) ? { kid, aud } : undefined
  } catch {
    return undefined
  }
}

// Ids are lower case; another spelling of the same id would be cached beside it.
function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value) && value === value.toLowerCase()
}
