// Webhooks of a project, the types of events, and the hosts that webhooks may reach.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { WebhookCreate, WebhookUpdate } from '#api/client/schemas.ts'

const pathOf = (projectID: string, webhookID: string) => ({ params: { path: { projectID, webhookID } } })

/** webhooksKey begins the keys of all queries about webhooks of a project. */
export const webhooksKey = (projectID: string) => ['projects', projectID, 'webhooks']

/** webhooksQuery is all webhooks of a project. */
export const webhooksQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...webhooksKey(projectID), 'list'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/webhooks', { params: { path: { projectID } }, signal })),
  })

/** eventTypesQuery is the types of events that there are. */
export const eventTypesQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...webhooksKey(projectID), 'event-types'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/webhooks/event-types', {
          params: { path: { projectID } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** createWebhook makes a webhook; the answer has its secret, once. */
export function createWebhook(projectID: string, body: WebhookCreate) {
  return data(client.POST('/api/v1/projects/{projectID}/webhooks', { params: { path: { projectID } }, body }))
}

/** updateWebhook changes a webhook. */
export function updateWebhook(projectID: string, webhookID: string, body: WebhookUpdate) {
  return data(
    client.PATCH('/api/v1/projects/{projectID}/webhooks/{webhookID}', {
      ...pathOf(projectID, webhookID),
      body,
    }),
  )
}

/** deleteWebhook deletes a webhook with its deliveries. */
export async function deleteWebhook(projectID: string, webhookID: string): Promise<void> {
  await client.DELETE('/api/v1/projects/{projectID}/webhooks/{webhookID}', pathOf(projectID, webhookID))
}

/** rotateWebhookSecret makes a new secret, which is in the answer, once; the old one signs for so many seconds more. */
export function rotateWebhookSecret(projectID: string, webhookID: string, overlap_seconds: number) {
  return data(
    client.POST('/api/v1/projects/{projectID}/webhooks/{webhookID}/rotate-secret', {
      ...pathOf(projectID, webhookID),
      body: { overlap_seconds },
    }),
  )
}

const SETTINGS = '/api/v1/projects/{projectID}/webhooks/settings'

/** webhookSettingsQuery is the hosts that webhooks may reach; none is all. */
export const webhookSettingsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...webhooksKey(projectID), 'settings'],
    queryFn: ({ signal }) => data(client.GET(SETTINGS, { params: { path: { projectID } }, signal })),
  })

/** saveAllowedHosts sets the hosts that webhooks may reach. */
export function saveAllowedHosts(projectID: string, allowed_hosts: string[]) {
  return data(client.PUT(SETTINGS, { params: { path: { projectID } }, body: { allowed_hosts } }))
}
