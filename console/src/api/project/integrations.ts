// The services by which a project sends mail, SMS and alerts.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Integration } from '#api/client/schemas.ts'

/** integrationsQuery is the integrations of a project, secrets masked. */
export const integrationsQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'integrations'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/integrations', { params, signal }))
    },
  })

/** refreshIntegrations has the integrations of a project fetched again. */
export function refreshIntegrations(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: integrationsQuery(projectID).queryKey })
}

/** IntegrationInput is what an integration is told; null removes a field. */
export interface IntegrationInput {
  readonly provider: Integration['provider']
  readonly name: string
  readonly config: Record<string, unknown>
}

/** createIntegration makes an integration. */
export function createIntegration(projectID: string, input: IntegrationInput) {
  const params = { path: { projectID } }
  const body = { ...input, enabled: true }
  return data(client.POST('/api/v1/projects/{projectID}/integrations', { params, body }))
}

/** updateIntegration changes an integration; fields of its configuration that are left out stay. */
export function updateIntegration(
  projectID: string,
  integrationID: string,
  body: { name?: string; config?: Record<string, unknown>; enabled?: boolean },
) {
  const params = { path: { projectID, integrationID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/integrations/{integrationID}', { params, body }))
}

/** deleteIntegration deletes an integration; forced, also where codes of end users cannot be sent without it. */
export async function deleteIntegration(
  projectID: string,
  integrationID: string,
  force: boolean,
): Promise<void> {
  const params = { path: { projectID, integrationID }, query: { force } }
  await client.DELETE('/api/v1/projects/{projectID}/integrations/{integrationID}', { params })
}

/** testIntegration really sends a message, and returns what the other side said. */
export function testIntegration(projectID: string, integrationID: string, to: string | undefined) {
  const params = { path: { projectID, integrationID } }
  const body = to === undefined ? {} : { to }
  return data(client.POST('/api/v1/projects/{projectID}/integrations/{integrationID}/test', { params, body }))
}
