// Access tokens of the dashboard: short-lived JWTs that name a session.
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Platform } from '#platform/platform.ts'
import type { AccessToken } from '#platform/sessions/tokens.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'msingi'
const AUDIENCE = 'dashboard'
const LIFETIME_SECONDS = 15 * 60

export async function issueAccessToken(
  platform: Platform,
  session: { id: string; account_id: string },
): Promise<AccessToken> {
  // A JWT counts whole seconds.
  const issued = Math.floor(platform.clock.now().getTime() / 1000)
  const expires = issued + LIFETIME_SECONDS
  const text = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.account_id)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(signingKey(platform))
  return { text, expires_at: new Date(expires * 1000) }
}

/** createTokenReader returns a function that verifies a token: the session id, or undefined for an invalid token. */
export function createTokenReader(platform: Platform): (token: string) => Promise<string | undefined> {
  // Imported once: this key verifies every dashboard request.
  const key = crypto.subtle.importKey('raw', signingKey(platform), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, await key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: platform.clock.now(),
      })
      return String(payload.sid)
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

function signingKey(platform: Platform): Uint8Array<ArrayBuffer> {
  return new Uint8Array(platform.keys.derive('dashboard-jwt'))
}
