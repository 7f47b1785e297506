// A session as it is stored, and whose it is.
import { objectOf, strange } from '../http/answers.ts'
import { readToken, type Tokens } from './tokens.ts'
import type { User } from './user.ts'

/** Session is a signed-in user with their tokens. */
export interface Session {
  readonly user: User
  readonly tokens: Tokens
}

/** Bearer is an access token, and whose it is. */
export interface Bearer {
  readonly token: string
  readonly userId: string
}

/** Stored is a session in its storage. Where scripts of the server read it, it has no user: whoever sends it could write in any. */
export interface Stored {
  readonly user?: User
  readonly tokens: Tokens
}

/** bearerOf returns the access token of a session; undefined where it is none. */
export function bearerOf({ user, tokens }: Stored): Bearer | undefined {
  const token = tokens?.access_token
  const userId = user?.id ?? (typeof token === 'string' ? readToken(token)?.userId : undefined)
  return typeof token === 'string' && userId !== undefined ? { token, userId } : undefined
}

/** checkStored returns the session of an answer. Throws a MsingiError if it has none. */
export function checkStored<Answer extends Stored>(answer: Answer): Answer {
  const { tokens } = objectOf(answer)
  const ends = tokens?.access_token_expires_at
  if (typeof ends !== 'string' || typeof tokens.access_token !== 'string') throw strange()
  return answer
}

/** parseStored reads a session. Other code of the page can have written anything under its name. */
export function parseStored(text: string): Stored | undefined {
  try {
    const session = JSON.parse(text) as Stored | null
    return session !== null && bearerOf(session) !== undefined ? session : undefined
  } catch {
    return undefined
  }
}
