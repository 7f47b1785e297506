// Realtime tokens: JWTs with the channels they are for and the id of the credential they were issued for. They contain
// no rights: those are looked up when a connection begins, and whenever they may have changed.
import type { webcrypto } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#platform/clock/clock.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Credential } from './principals.ts'

/** CONNECT_SECONDS and DASHBOARD_SECONDS are how long tokens are valid. */
export const CONNECT_SECONDS = 86_400
export const DASHBOARD_SECONDS = 600

const ALGORITHM = 'HS256'
const ISSUER = 'msingi'
const AUDIENCE = 'realtime'

/** TokenClaims are the claims of a valid token. */
export interface TokenClaims {
  readonly projectId: string
  /** subject is `project:{id}` for API keys, `user:{id}` for project users, `account:{id}` for dashboard users. */
  readonly subject: string
  /** channels are those that the token is for; for a dashboard user none means all of the project. */
  readonly channels: readonly string[]
  /** filters are those of tables that the client does not want all changes of, by their channels. */
  readonly filters: ReadonlyMap<string, string>
  readonly credential: Credential
  /** ends is when the token expires, in milliseconds. */
  readonly ends: number
}

/** ReadToken is a token's claims, or why it is refused. */
export type ReadToken = TokenClaims | 'invalid' | 'expired'

const payloadSchema = z.object({
  sub: z.string(),
  exp: z.number(),
  pid: z.string(),
  subs: z.record(z.string(), z.object({ filter: z.string().optional() })),
  cred: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('key'), key_id: z.string() }),
    z.object({ kind: z.literal('user'), user_id: z.string(), session_id: z.string() }),
    z.object({ kind: z.literal('dashboard'), token_id: z.string() }),
    z.object({ kind: z.literal('account'), session_id: z.string() }),
  ]),
})

/** LiveTokens issues and reads realtime tokens. */
export class LiveTokens {
  readonly #clock: Clock
  readonly #key: Promise<webcrypto.CryptoKey>

  constructor(keys: MasterKey, clock: Clock) {
    this.#clock = clock
    // Imported once: when many clients reconnect, thousands of tokens are verified at a time.
    const secret = new Uint8Array(keys.derive('realtime-jwt'))
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    this.#key = crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify'])
  }

  /** issue signs a token that is valid for so many seconds. */
  async issue(
    claims: Omit<TokenClaims, 'ends'>,
    seconds: number,
  ): Promise<{ token: string; expires_at: Date }> {
    // A JWT counts whole seconds.
    const issued = Math.floor(this.#clock.now().getTime() / 1000)
    const subs = Object.fromEntries(
      claims.channels.map((channel) => [channel, { filter: claims.filters.get(channel) }]),
    )
    const token = await new SignJWT({ pid: claims.projectId, cred: claims.credential, subs })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(claims.subject)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(await this.#key)
    return { token, expires_at: new Date((issued + seconds) * 1000) }
  }

  /** read verifies a token. */
  async read(token: string): Promise<ReadToken> {
    try {
      const { payload } = await jwtVerify(token, await this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: this.#clock.now(),
      })
      const parsed = payloadSchema.safeParse(payload)
      if (!parsed.success) return 'invalid'
      const { sub, exp, pid, subs, cred } = parsed.data
      const filters = new Map<string, string>()
      for (const [channel, { filter }] of Object.entries(subs))
        if (filter !== undefined) filters.set(channel, filter)
      const channels = Object.keys(subs)
      return { projectId: pid, subject: sub, channels, filters, credential: cred, ends: exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'expired'
      if (error instanceof errors.JOSEError) return 'invalid'
      throw error
    }
  }
}
