// Personal access tokens of the account.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { AccessTokenCreate } from '#api/client/schemas.ts'

/** tokensQuery is the tokens of the account, without the tokens themselves. */
export const tokensQuery = queryOptions({
  queryKey: ['me', 'tokens'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/tokens', { signal })),
})

/** createToken makes a token; the answer has the token itself, once. */
export function createToken(body: AccessTokenCreate) {
  return data(client.POST('/api/v1/me/tokens', { body }))
}

/** rotateToken replaces a token at once, by one that expires at `expires_at`. */
export function rotateToken(tokenID: string, expires_at: string) {
  const params = { path: { tokenID } }
  return data(client.POST('/api/v1/me/tokens/{tokenID}/rotate', { params, body: { expires_at } }))
}

/** revokeToken ends a token at once. */
export async function revokeToken(tokenID: string): Promise<void> {
  await client.DELETE('/api/v1/me/tokens/{tokenID}', { params: { path: { tokenID } } })
}
