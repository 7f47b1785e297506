// API keys of a project.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { ApiKeyCreate, ApiKeyUpdate } from '#api/client/schemas.ts'

/** apiKeysQuery is all keys of a project, without the keys themselves. */
export const apiKeysQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'api-keys'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/api-keys', { params: { path: { projectID } }, signal })),
  })

/** createKey makes a key; the answer has the key itself, once. */
export function createKey(projectID: string, body: ApiKeyCreate) {
  return data(client.POST('/api/v1/projects/{projectID}/api-keys', { params: { path: { projectID } }, body }))
}

/** changeKey changes what is named of a key; its secret stays. */
export function changeKey(projectID: string, keyID: string, body: ApiKeyUpdate) {
  const path = { projectID, keyID }
  return data(client.PATCH('/api/v1/projects/{projectID}/api-keys/{keyID}', { params: { path }, body }))
}

/** rotateKey gives a key a new secret; the old one goes on working for so many seconds. */
export function rotateKey(projectID: string, keyID: string, overlap_seconds: number) {
  const path = { projectID, keyID }
  const body = { overlap_seconds }
  return data(client.POST('/api/v1/projects/{projectID}/api-keys/{keyID}/rotate', { params: { path }, body }))
}

/** revokeKey ends a key at once. */
export async function revokeKey(projectID: string, keyID: string): Promise<void> {
  await client.DELETE('/api/v1/projects/{projectID}/api-keys/{keyID}', {
    params: { path: { projectID, keyID } },
  })
}
