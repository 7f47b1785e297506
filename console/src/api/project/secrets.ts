// Secrets of a project. Their values are never kept in a cache.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'

const keyOf = (projectID: string) => ['projects', projectID, 'secrets']

/** secretsQuery is the secrets of a project, with masked values. */
export const secretsQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID),
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/secrets', { params: { path: { projectID } }, signal })),
  })

/** secretVersionsQuery is which versions of a secret are kept. */
export const secretVersionsQuery = (projectID: string, secretID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), secretID, 'versions'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID, secretID } }
      return data(client.GET('/api/v1/projects/{projectID}/secrets/{secretID}/versions', { params, signal }))
    },
  })

/** refreshSecrets has the secrets of a project fetched again. */
export function refreshSecrets(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(projectID) })
}

/** SecretCreate is a secret to make. */
export interface SecretCreate {
  readonly key: string
  readonly value: string
  readonly description: string | null
}

/** createSecret makes a secret; 409 where the key is taken. */
export function createSecret(projectID: string, body: SecretCreate) {
  return data(client.POST('/api/v1/projects/{projectID}/secrets', { params: { path: { projectID } }, body }))
}

/** updateSecret changes the description of a secret, or its value, which becomes a new version. */
export function updateSecret(
  projectID: string,
  secretID: string,
  body: { value?: string; description?: string | null },
) {
  const params = { path: { projectID, secretID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/secrets/{secretID}', { params, body }))
}

/** revealSecret returns the value of a secret, of an earlier version where one is named. Each call is audited. */
export async function revealSecret(projectID: string, secretID: string, version: number): Promise<string> {
  const params = { path: { projectID, secretID }, query: { version } }
  const { value } = await data(
    client.GET('/api/v1/projects/{projectID}/secrets/{secretID}/value', { params }),
  )
  return value
}

/** deleteSecret deletes a secret with all its versions; forced, also where functions read it. */
export async function deleteSecret(projectID: string, secretID: string, force: boolean): Promise<void> {
  const params = { path: { projectID, secretID }, query: { force } }
  await client.DELETE('/api/v1/projects/{projectID}/secrets/{secretID}', { params })
}
