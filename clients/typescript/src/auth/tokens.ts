// The tokens of a session, and what can be read from an access token without its key. Only the server can say that it is valid.

import { decodeBase64Url } from '../runtime/base64-url.ts'

/** Tokens are the tokens of a session. Those that the client was given by others have no refresh token. */
export interface Tokens {
  readonly access_token: string
  readonly access_token_expires_at: string
  readonly token_type: string
  readonly refresh_token?: string
  readonly refresh_token_expires_at?: string
}

// A token that is about to expire could expire before it arrives.
const MARGIN_MS = 20_000

/** isEnding reports whether the access token has expired, or is about to. */
export function isEnding({ access_token_expires_at }: Tokens): boolean {
  return Date.parse(access_token_expires_at) - Date.now() <= MARGIN_MS
}

/** readToken returns whose an access token is, and until when; undefined where it is none. */
export function readToken(token: string): { readonly userId: string; readonly expiresAt: Date } | undefined {
  try {
    const payload: unknown = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''))
    const { sub, exp } = payload as { readonly sub?: unknown; readonly exp?: unknown }
    if (typeof sub !== 'string' || typeof exp !== 'number') return undefined
    return { userId: sub, expiresAt: new Date(exp * 1000) }
  } catch {
    return undefined
  }
}
