// Challenges: what a client answers with a proof. They are not stored, so that asking for them costs nothing: each carries
// its expiry and a MAC over its purpose. Who accepts one remembers it until it expires, so that it works once.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'

const NONCE = 16
const EXPIRY = 6
const MAC = 32

/** ChallengePurpose is what a challenge is good for, and all that it is bound to, such as an account and a session. */
export type ChallengePurpose = readonly [name: string, ...bound: string[]]

/** NewChallenge is a challenge of 54 bytes. */
export interface NewChallenge {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** text is the same in base64url. */
  readonly text: string
  readonly expires_at: Date
}

/** issueChallenge returns a new challenge that is valid for so many seconds. */
export function issueChallenge(platform: Platform, purpose: ChallengePurpose, seconds: number): NewChallenge {
  const expires_at = new Date(platform.clock.now().getTime() + seconds * 1000)
  const expiry = Buffer.alloc(EXPIRY)
  expiry.writeUIntBE(expires_at.getTime(), 0, EXPIRY)
  const body = Buffer.concat([randomBytes(NONCE), expiry])
  const bytes = new Uint8Array(Buffer.concat([body, macOf(platform, purpose, body)]))
  return { bytes, text: Buffer.from(bytes).toString('base64url'), expires_at }
}

/** readChallenge returns when a challenge expires, or undefined if it was not issued for this purpose or has expired. */
export function readChallenge(platform: Platform, purpose: ChallengePurpose, text: string): Date | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Only one way of writing it is accepted, so that a used one is recognised.
  if (bytes.length !== NONCE + EXPIRY + MAC || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, NONCE + EXPIRY)
  if (!timingSafeEqual(macOf(platform, purpose, body), bytes.subarray(NONCE + EXPIRY))) return undefined
  const expires = new Date(body.readUIntBE(NONCE, EXPIRY))
  return expires > platform.clock.now() ? expires : undefined
}

function macOf({ keys }: Platform, purpose: ChallengePurpose, body: Buffer): Buffer {
  return createHmac('sha256', keys.derive('challenges')).update(JSON.stringify(purpose)).update(body).digest()
}
