// Who is signed in, and how one becomes it.
import { queryOptions } from '@tanstack/react-query'
import { COOKIE, client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { AccountChallenge, AccountSession } from '#api/client/schemas.ts'
import { endSession, keepTokens, tabs } from '#api/client/session.ts'
import { askPasskey } from './passkeys.ts'

/** setupQuery is what the installation offers: GET /setup. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/setup', { signal, headers: COOKIE })),
})

/** meQuery is the account that is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me', { signal })),
})

/** organisationsQuery is the organisations of the account, with what it may do in each. */
export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/organisations', { signal })),
})

/** Credentials are what a person types to sign in; `code` is from a mail, where the server asks for one. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** signIn begins the session of this browser, or returns the challenge of an account with a second factor. */
export async function signIn(body: Credentials): Promise<AccountChallenge | undefined> {
  const result = await data(client.POST('/api/v1/auth/login', { body, headers: COOKIE }))
  if ('mfa_required' in result) return result
  beginSession(result)
  return undefined
}

/** answerChallenge begins the session with a code of the authenticator, or a recovery code. */
export async function answerChallenge(mfa_token: string, code: string): Promise<void> {
  const body = { mfa_token, code }
  beginSession(await data(client.POST('/api/v1/auth/challenge', { body, headers: COOKIE })))
}

/** answerWithPasskey begins the session with a passkey in place of a code. */
export async function answerWithPasskey(mfa_token: string): Promise<void> {
  const passkey = await askPasskey(await passkeyOptions({ mfa_token }))
  const body = { mfa_token, passkey }
  beginSession(await data(client.POST('/api/v1/auth/challenge', { body, headers: COOKIE })))
}

/** signInWithPasskey begins the session with a passkey alone: it names the account. */
export async function signInWithPasskey(): Promise<void> {
  const body = { credential: await askPasskey(await passkeyOptions({})) }
  beginSession(await data(client.POST('/api/v1/auth/passkeys/login', { body, headers: COOKIE })))
}

function passkeyOptions(body: { mfa_token?: string }) {
  return data(client.POST('/api/v1/auth/passkeys/options', { body, headers: COOKIE }))
}

/** requestReset mails a code for a new password, if there is such an account. */
export async function requestReset(email: string): Promise<void> {
  await client.POST('/api/v1/auth/reset-password', { body: { email }, headers: COOKIE })
}

/** PasswordReset is a new password, with the code from the mail. */
export interface PasswordReset {
  readonly email: string
  readonly code: string
  readonly new_password: string
}

/** resetPassword sets a new password and ends all sessions of the account. */
export async function resetPassword(body: PasswordReset): Promise<void> {
  await client.POST('/api/v1/auth/reset-password/confirm', { body, headers: COOKIE })
}

/** Registration is a new account; the tokens are needed where registration is not open. */
export interface Registration {
  readonly email: string
  readonly password: string
  readonly full_name: string
  readonly setup_token?: string
  readonly invitation?: string
}

/** register makes an account and begins the session of this browser. */
export async function register(body: Registration): Promise<void> {
  beginSession(await data(client.POST('/api/v1/auth/register', { body, headers: COOKIE })))
}

/** signOut ends the session in all tabs. */
export async function signOut(): Promise<void> {
  await endSession()
}

/** beginSession keeps the session that an answer has, and the account. */
export function beginSession({ tokens, user }: AccountSession): void {
  // Whoever signs in again finds everything as it was.
  if (queryClient.getQueryData(meQuery.queryKey)?.id !== user.id) queryClient.clear()
  keepTokens(tokens)
  tabs.postMessage(user.id)
  queryClient.setQueryData(meQuery.queryKey, user)
}
