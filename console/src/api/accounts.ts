// Who is signed in, and how one becomes it.
import { queryOptions } from '@tanstack/react-query'
import { COOKIE, client, data } from './client.ts'
import { queryClient } from './query-client.ts'
import { endSession, keepTokens } from './session.ts'

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

/** signIn begins the session of this browser. */
export async function signIn(body: Credentials): Promise<void> {
  begin(await data(client.POST('/api/v1/auth/login', { body, headers: COOKIE })))
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
  begin(await data(client.POST('/api/v1/auth/register', { body, headers: COOKIE })))
}

/** signOut ends the session in all tabs. */
export async function signOut(): Promise<void> {
  await endSession()
}

function begin({ tokens, user }: { tokens: Parameters<typeof keepTokens>[0]; user: unknown }): void {
  queryClient.clear()
  keepTokens(tokens)
  queryClient.setQueryData(meQuery.queryKey, user as never)
}
