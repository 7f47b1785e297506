// Webhooks of a project and their deliveries.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import type { WebhookCreate, WebhookDelivery, WebhookUpdate } from '#api/client/schemas.ts'

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

/** sendTestEvent sends an event at once, and returns how that went. */
export function sendTestEvent(
  projectID: string,
  webhookID: string,
  event: string,
  payload: Record<string, unknown>,
) {
  return data(
    client.POST('/api/v1/projects/{projectID}/webhooks/{webhookID}/send', {
      ...pathOf(projectID, webhookID),
      body: { event, payload },
    }),
  )
}

/** DeliveryFilter is which deliveries to list. */
export interface DeliveryFilter {
  readonly status?: WebhookDelivery['status']
  readonly event?: string
}

const PAGE = 50
const WATCH_MS = 10_000

/** deliveriesKey begins the keys of all queries about deliveries of a webhook. */
export const deliveriesKey = (projectID: string, webhookID: string) => [
  ...webhooksKey(projectID),
  webhookID,
  'deliveries',
]

/** deliveriesQuery is the deliveries of a webhook, the latest first, asked for again while the screen is open. */
export const deliveriesQuery = (projectID: string, webhookID: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(projectID, webhookID), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const params = { path: { projectID, webhookID }, query }
      return page(
        client.GET('/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries', { params, signal }),
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // One page is one request: those that have been scrolled to are left as they are.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? WATCH_MS : false),
  })

/** deliveryQuery is a delivery with its payload and every attempt, asked for again until it has ended. */
export const deliveryQuery = (projectID: string, webhookID: string, deliveryID: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(projectID, webhookID), deliveryID],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries/{deliveryID}', {
          params: { path: { projectID, webhookID, deliveryID } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WATCH_MS : false),
  })

/** retryDelivery sends a delivery again now. */
export function retryDelivery(projectID: string, webhookID: string, deliveryID: string) {
  return data(
    client.POST('/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries/{deliveryID}/retry', {
      params: { path: { projectID, webhookID, deliveryID } },
    }),
  )
}

/** Replay is which deliveries to send again; `since` and `until` are moments. */
export interface Replay {
  readonly status: 'failed' | 'delivered' | 'all'
  readonly since?: string
  readonly until?: string
}

/** replayDeliveries sends many deliveries again, and returns how many. */
export async function replayDeliveries(projectID: string, webhookID: string, body: Replay): Promise<number> {
  const { deliveries } = await data(
    client.POST('/api/v1/projects/{projectID}/webhooks/{webhookID}/replay', {
      ...pathOf(projectID, webhookID),
      body,
    }),
  )
  return deliveries
}
