// Live changes and messages of a project: settings, channels, tokens, and why an event did not arrive.
import { queryOptions } from '@tanstack/react-query'
import { errorOf } from '#api/client/api-error.ts'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type {
  ChannelCreate,
  ChannelUpdate,
  EventQuestion,
  RealtimeSettingsUpdate,
} from '#api/client/schemas.ts'
import { BASE } from '#api/client/session.ts'

const pathOf = (projectID: string) => ({ path: { projectID } })
const keyOf = (projectID: string) => ['projects', projectID, 'realtime']

/** refreshRealtime has the settings and channels of a project fetched again. */
export function refreshRealtime(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(projectID) })
}

/** realtimeSettingsQuery is the settings of live changes. */
export const realtimeSettingsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'settings'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/realtime/settings', { params: pathOf(projectID), signal }),
      ),
  })

/** updateRealtimeSettings changes the settings; they count at once. */
export function updateRealtimeSettings(projectID: string, body: RealtimeSettingsUpdate) {
  return data(
    client.PUT('/api/v1/projects/{projectID}/realtime/settings', { params: pathOf(projectID), body }),
  )
}

/** channelsQuery is all channels of a project. */
export const channelsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'channels'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/realtime/channels', { params: pathOf(projectID), signal }),
      ),
  })

/** createChannel makes a channel for messages, or one that stands for a table. */
export function createChannel(projectID: string, body: ChannelCreate) {
  return data(
    client.POST('/api/v1/projects/{projectID}/realtime/channels', { params: pathOf(projectID), body }),
  )
}

/** updateChannel renames a channel, or turns it on or off. */
export function updateChannel(projectID: string, channelID: string, body: ChannelUpdate) {
  const params = { path: { projectID, channelID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/realtime/channels/{channelID}', { params, body }))
}

/** deleteChannel deletes a channel; its clients are unsubscribed. */
export async function deleteChannel(projectID: string, channelID: string): Promise<void> {
  const params = { path: { projectID, channelID } }
  await client.DELETE('/api/v1/projects/{projectID}/realtime/channels/{channelID}', { params })
}

/** explainEvent asks whether a subscriber gets an event, and why not. */
export function explainEvent(projectID: string, body: EventQuestion) {
  return data(
    client.POST('/api/v1/projects/{projectID}/realtime/explain', { params: pathOf(projectID), body }),
  )
}

/** LiveTargets are the slugs of tables and the names of channels to listen to. */
export interface LiveTargets {
  readonly tables: readonly string[]
  readonly channels: readonly string[]
}

/** LiveToken opens a WebSocket at `url`. */
export interface LiveToken {
  readonly url: string
  readonly token: string
}

/** ownToken returns a token of who is signed in, for all of the project. */
export function ownToken(projectID: string): Promise<LiveToken> {
  return data(
    client.POST('/api/v1/projects/{projectID}/realtime/token', { params: pathOf(projectID), body: {} }),
  )
}

/** tokenOf returns a token of somebody else, for these tables and channels: of an API key, or of a user's access token. */
export async function tokenOf(
  credential: string,
  projectID: string,
  { tables, channels }: LiveTargets,
): Promise<LiveToken> {
  const query = new URLSearchParams([
    ...tables.map((table) => ['table', table]),
    ...channels.map((channel) => ['channel', channel]),
  ])
  // Access tokens are JWTs; keys have no dots.
  const headers: Record<string, string> = credential.includes('.')
    ? { authorization: `Bearer ${credential}` }
    : { 'x-platform-api-key': credential }
  const answer = await fetch(`${BASE}/projects/${projectID}/realtime/connect?${query}`, {
    method: 'POST',
    headers,
  })
  if (!answer.ok) throw await errorOf(answer)
  return ((await answer.json()) as { data: LiveToken }).data
}
