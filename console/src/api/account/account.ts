// The own account: profile, sessions, second factors and access tokens.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Account, AccountUpdate, Confirmation } from '#api/client/schemas.ts'
import { meQuery } from './accounts.ts'
import { askPasskey, makePasskey } from './passkeys.ts'

/** sessionsQuery is the sessions of the account. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/sessions', { signal })),
})

/** factorsQuery is the authenticators of the account, with those that were never activated. */
export const factorsQuery = queryOptions({
  queryKey: ['me', 'factors'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/factors', { signal })),
})

/** passkeysQuery is the passkeys of the account. */
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/passkeys', { signal })),
})

/** recoveryCodesQuery is how many recovery codes are left. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['me', 'recovery-codes'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/recovery-codes', { signal })),
})

/** refreshSecurity has the factors, passkeys and sessions of the account fetched again. */
export function refreshSecurity(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

/** updateAccount changes the account. A new address takes effect with verifyEmail. */
export async function updateAccount(body: AccountUpdate): Promise<void> {
  keep(await data(client.PATCH('/api/v1/me', { body })))
}

/** verifyEmail confirms an address with the code that was mailed to it. */
export async function verifyEmail(code: string): Promise<void> {
  keep(await data(client.POST('/api/v1/me/verify-email', { body: { code } })))
}

/** resendVerification mails the code again. */
export async function resendVerification(): Promise<void> {
  await client.POST('/api/v1/me/verify-email/request')
}

function keep(account: Account): void {
  queryClient.setQueryData(meQuery.queryKey, account)
}

/** deleteAccount deletes the account with its personal organisation, and ends its sessions. */
export async function deleteAccount(body: Confirmation): Promise<void> {
  await client.DELETE('/api/v1/me', { body })
}

/** endOneSession ends a session. */
export async function endOneSession(sessionID: string): Promise<void> {
  await client.DELETE('/api/v1/me/sessions/{sessionID}', { params: { path: { sessionID } } })
}

/** endOtherSessions ends all sessions but this one. */
export async function endOtherSessions(): Promise<void> {
  await client.DELETE('/api/v1/me/sessions')
}

/** confirmWithPasskey asks for a passkey, as the confirmation of a change. */
export async function confirmWithPasskey(): Promise<Confirmation> {
  return { passkey: await askPasskey(await data(client.POST('/api/v1/me/passkeys/confirm-options'))) }
}

/** enrolAuthenticator makes an authenticator, whose secret is shown once. */
export function enrolAuthenticator(name: string, proof: Confirmation) {
  return data(client.POST('/api/v1/me/factors', { body: { name, ...proof } }))
}

/** activateAuthenticator takes the first code; with the first factor it returns recovery codes. */
export function activateAuthenticator(factorID: string, code: string) {
  const params = { path: { factorID } }
  return data(client.POST('/api/v1/me/factors/{factorID}/activate', { params, body: { code } }))
}

/** removeAuthenticator removes an authenticator. */
export async function removeAuthenticator(factorID: string, body: Confirmation): Promise<void> {
  await client.DELETE('/api/v1/me/factors/{factorID}', { params: { path: { factorID } }, body })
}

/** renewRecoveryCodes returns ten new codes, which replace the old. */
export function renewRecoveryCodes(body: Confirmation) {
  return data(client.POST('/api/v1/me/recovery-codes', { body }))
}

/** addPasskey makes a passkey on this device; with the first factor it returns recovery codes. */
export async function addPasskey(name: string, proof: Confirmation) {
  const options = await data(client.POST('/api/v1/me/passkeys/options', { body: proof }))
  const credential = await makePasskey(options)
  return data(client.POST('/api/v1/me/passkeys', { body: { name, credential } }))
}

/** removePasskey removes a passkey. */
export async function removePasskey(passkeyID: string, body: Confirmation): Promise<void> {
  await client.DELETE('/api/v1/me/passkeys/{passkeyID}', { params: { path: { passkeyID } }, body })
}
