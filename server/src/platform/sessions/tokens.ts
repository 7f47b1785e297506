// The API's representation of sessions and their tokens.
import { z } from 'zod'
import { issuedDeviceToken } from './device-tokens.ts'
import type { LiveSession } from './rotation.ts'

export interface AccessToken {
  readonly text: string
  readonly expires_at: Date
}

/** tokens are the credentials of a session. */
export const tokens = z
  .object({
    access_token: z.string(),
    access_token_expires_at: z.iso.datetime(),
    token_type: z.literal('Bearer'),
    refresh_token: z.string().describe('Can be used once; the answer has the next one.'),
    refresh_token_expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Tokens' })

/** refresh is the body of a request for new tokens. */
export const refresh = z
  .strictObject({
    refresh_token: z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
  })
  .meta({ id: 'Refresh' })

/** REUSE describes what a second use of a refresh token does. */
export const REUSE =
  'A refresh token works once. Within 10 seconds it returns the same successor again, where an answer was lost; later its use ends the session.'

/** refreshed is the answer to it. */
export const refreshed = z.object({ tokens, device_token: issuedDeviceToken }).meta({ id: 'Refreshed' })

/** session is a session as the API shows it. */
export const session = z
  .object({
    id: z.uuid(),
    user_agent: z.string().nullable(),
    current: z.boolean().describe('Whether this request was made in it.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().describe('When it began or was last refreshed.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Session' })

const MAX_USER_AGENT = 300

/** userAgentOf returns a User-Agent header, truncated for storage. */
export function userAgentOf(header: string | undefined): string | null {
  return header?.slice(0, MAX_USER_AGENT) ?? null
}

/** presentTokens returns the API's representation of a session's tokens. */
export function presentTokens(access: AccessToken, refreshToken: string, { expires_at }: LiveSession) {
  return {
    access_token: access.text,
    access_token_expires_at: access.expires_at,
    token_type: 'Bearer',
    refresh_token: refreshToken,
    refresh_token_expires_at: expires_at,
  } as const
}
