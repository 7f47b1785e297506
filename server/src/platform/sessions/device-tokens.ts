// Device tokens (OWASP: device cookies): a device that has signed in before is recognised, so that guessing from elsewhere
// does not lock its user out. A token is no credential, and is not stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'

/** DeviceOwner is the owner of a device; `project_id` is DASHBOARD for accounts. */
export interface DeviceOwner {
  readonly project_id: string
  readonly id: string
}

const LIFETIME_MS = 180 * 86_400_000
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-z]{1,9})\.([\w-]{43})$/

/** deviceToken is the device token in a request; an invalid one is ignored. */
export const deviceToken = z
  .string()
  .max(500, 'must have at most 500 characters')
  .optional()
  .describe(
    'What the last sign-in on this device has answered: strangers who guess do not lock the device out.',
  )

/** issuedDeviceToken is the device token in a response. */
export const issuedDeviceToken = z
  .string()
  .describe('Keep it, also after signing out, and send it with the next sign-in on this device.')

/** issueDeviceToken returns the token of the device on which a session was opened. */
export function issueDeviceToken(platform: Platform, owner: DeviceOwner, sessionId: string): string {
  const issued = platform.clock.now().getTime().toString(36)
  return `${sessionId}.${issued}.${macOf(platform, owner, sessionId, issued)}`
}

/** findDevice returns the id of the device of a token, or undefined if the token is invalid or not this owner's. */
export function findDevice(
  platform: Platform,
  owner: DeviceOwner,
  token: string | undefined,
): string | undefined {
  const [, sessionId, issued, mac] = TOKEN.exec(token ?? '') ?? []
  if (sessionId === undefined || issued === undefined || mac === undefined) return undefined
  const age = platform.clock.now().getTime() - Number.parseInt(issued, 36)
  if (age > LIFETIME_MS) return undefined
  const right = Buffer.from(macOf(platform, owner, sessionId, issued))
  return timingSafeEqual(right, Buffer.from(mac)) ? sessionId : undefined
}

function macOf({ keys }: Platform, { project_id, id }: DeviceOwner, sessionId: string, issued: string) {
  const text = JSON.stringify([project_id, id, sessionId, issued])
  return createHmac('sha256', keys.derive('device-tokens')).update(text).digest('base64url')
}
