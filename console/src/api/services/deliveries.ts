// Deliveries of events: to a webhook, or to a function by its trigger. The API has the same routes below both.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import type { WebhookDelivery } from '#api/client/schemas.ts'
import { functionsKey } from './functions.ts'
import { webhooksKey } from './webhooks.ts'

const OF_WEBHOOK = '/api/v1/projects/{projectID}/webhooks/{webhookID}'
const OF_TRIGGER = '/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}'

/** WebhookPlace and TriggerPlace are where the API has a webhook, and a trigger of a function. */
export interface WebhookPlace {
  readonly projectID: string
  readonly webhookID: string
}
export interface TriggerPlace {
  readonly projectID: string
  readonly fnID: string
  readonly triggerID: string
}

/** Receiver is what events are delivered to. */
export type Receiver = WebhookPlace | TriggerPlace

/** DeliveryFilter is which deliveries to list. */
export interface DeliveryFilter {
  readonly status?: WebhookDelivery['status']
  readonly event?: string
}

const PAGE = 50
const WATCH_MS = 10_000

/** deliveriesKey begins the keys of all queries about deliveries to a receiver. */
export const deliveriesKey = (receiver: Receiver) =>
  'webhookID' in receiver
    ? [...webhooksKey(receiver.projectID), receiver.webhookID, 'deliveries']
    : [...functionsKey(receiver.projectID), receiver.fnID, 'triggers', receiver.triggerID, 'deliveries']

/** deliveriesQuery is the deliveries to a receiver, the latest first, asked for again while the screen is open. */
export const deliveriesQuery = (receiver: Receiver, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(receiver), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return page(
        'webhookID' in receiver
          ? client.GET(`${OF_WEBHOOK}/deliveries`, { params: { path: receiver, query }, signal })
          : client.GET(`${OF_TRIGGER}/deliveries`, { params: { path: receiver, query }, signal }),
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // One page is one request: those that have been scrolled to are left as they are.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? WATCH_MS : false),
  })

/** deliveryQuery is a delivery with its payload and every attempt, asked for again until it has ended. */
export const deliveryQuery = (receiver: Receiver, deliveryID: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(receiver), deliveryID],
    queryFn: ({ signal }) =>
      data(
        'webhookID' in receiver
          ? client.GET(`${OF_WEBHOOK}/deliveries/{deliveryID}`, {
              params: { path: { ...receiver, deliveryID } },
              signal,
            })
          : client.GET(`${OF_TRIGGER}/deliveries/{deliveryID}`, {
              params: { path: { ...receiver, deliveryID } },
              signal,
            }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WATCH_MS : false),
  })

/** retryDelivery sends a delivery again now. */
export function retryDelivery(receiver: Receiver, deliveryID: string) {
  return data(
    'webhookID' in receiver
      ? client.POST(`${OF_WEBHOOK}/deliveries/{deliveryID}/retry`, {
          params: { path: { ...receiver, deliveryID } },
        })
      : client.POST(`${OF_TRIGGER}/deliveries/{deliveryID}/retry`, {
          params: { path: { ...receiver, deliveryID } },
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
export async function replayDeliveries(receiver: Receiver, body: Replay): Promise<number> {
  const { deliveries } = await data(
    'webhookID' in receiver
      ? client.POST(`${OF_WEBHOOK}/replay`, { params: { path: receiver }, body })
      : client.POST(`${OF_TRIGGER}/replay`, { params: { path: receiver }, body }),
  )
  return deliveries
}

/** sendTestEvent sends an event at once, and returns how that went. */
export function sendTestEvent(receiver: Receiver, event: string, payload: Record<string, unknown>) {
  const body = { event, payload }
  return data(
    'webhookID' in receiver
      ? client.POST(`${OF_WEBHOOK}/send`, { params: { path: receiver }, body })
      : client.POST(`${OF_TRIGGER}/send`, { params: { path: receiver }, body }),
  )
}
