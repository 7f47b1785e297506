// What has happened to the viewer's projects.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import { readEvents } from '#api/client/event-stream.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { NotificationPreferences } from '#api/client/schemas.ts'

const KEY = ['notifications']
const PAGE = 30
// The bell is looked at now and then; an open list follows the stream.
const LOOK_MS = 60_000
const RETRY_MS = 15_000

/** notificationsQuery is the notifications, the latest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ pageParam, signal }) => {
    const query = { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
    return page(client.GET('/api/v1/me/notifications/history', { params: { query }, signal }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  placeholderData: keepPreviousData,
  refetchInterval: LOOK_MS,
})

/** preferencesQuery is of what the viewer is notified. */
export const preferencesQuery = queryOptions({
  queryKey: [...KEY, 'preferences'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/me/notifications/preferences', { signal })),
})

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

/** markRead marks a notification as read, for the viewer alone. */
export async function markRead(eventID: string): Promise<void> {
  await client.POST('/api/v1/me/notifications/{eventID}/read', { params: { path: { eventID } } })
  await refresh()
}

/** markAllRead marks a notification and all before it as read. */
export async function markAllRead(up_to: string): Promise<void> {
  await client.POST('/api/v1/me/notifications/read', { body: { up_to } })
  await refresh()
}

/** setPreferences changes of what the viewer is notified. */
export async function setPreferences(body: Partial<NotificationPreferences>): Promise<void> {
  const set = await data(client.PATCH('/api/v1/me/notifications/preferences', { body }))
  queryClient.setQueryData(preferencesQuery.queryKey, set)
  await refresh()
}

/** followNotifications has the list fetched again whenever something happens, or may have, until the signal is aborted. */
export async function followNotifications(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const { response } = await client.GET('/api/v1/me/notifications', { signal, parseAs: 'stream' })
      await readEvents(response, refresh, refresh)
    } catch {
      // The list says what is wrong where it cannot be read either.
    }
    if (!signal.aborted) await pause(RETRY_MS, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
