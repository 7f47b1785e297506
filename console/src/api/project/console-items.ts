// What the console keeps in a project: JSON under a key, for all members or for the viewer alone.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { ConsoleItem } from '#api/client/schemas.ts'

const ITEMS = '/api/v1/projects/{projectID}/console'

/** Whose is whom an item is for: the viewer, or all members of the project. */
export type Whose = 'me' | 'project'

/** Item is a value and its version: 0 where nothing is kept. */
export interface Item {
  readonly value: unknown
  readonly version: number
}

// Not among the queries of the project: what is edited is not read again when those are.
const itemsKey = (projectID: string, whose: Whose) => ['console-items', projectID, whose]

/** itemsQuery is the items that are kept, without their values. */
export const itemsQuery = (projectID: string, whose: Whose) =>
  queryOptions({
    queryKey: [...itemsKey(projectID, whose), 'list'],
    queryFn: ({ signal }) => listItems(projectID, whose, signal),
  })

/** itemQuery is one item. */
export const itemQuery = (projectID: string, whose: Whose, key: string) =>
  queryOptions({
    queryKey: [...itemsKey(projectID, whose), 'item', key],
    queryFn: ({ signal }) => readItem(projectID, whose, key, signal),
  })

/** readItem returns one item. */
export async function readItem(
  projectID: string,
  whose: Whose,
  key: string,
  signal: AbortSignal | null = null,
): Promise<Item> {
  // The list first: an item that is not there is no error.
  const items = await listItems(projectID, whose, signal)
  if (!items.some((item) => item.key === key)) return { value: undefined, version: 0 }
  const params = { path: { projectID, key }, query: { for: whose } }
  return data(client.GET(`${ITEMS}/{key}`, { params, signal }))
}

/** putItem keeps a value; with a version it replaces that version alone, 0 being none, and is otherwise a 412. */
export function putItem(
  projectID: string,
  whose: Whose,
  key: string,
  { value, version }: { readonly value: unknown; readonly version?: number },
  keepalive = false,
): Promise<ConsoleItem> {
  const params = { path: { projectID, key }, query: { for: whose } }
  const body = { value, ...(version === undefined ? {} : { version }) }
  return data(client.PUT(`${ITEMS}/{key}`, { params, body, keepalive }))
}

/** EntryChanges are entries of a list to put in place or at its end, and to remove; the field `by` identifies them. */
export interface EntryChanges {
  readonly by: string
  readonly put: readonly object[]
  readonly remove: readonly string[]
}

/** changeEntries changes entries of an item that is a list, and leaves the others as they are. */
export function changeEntries(
  projectID: string,
  whose: Whose,
  key: string,
  { by, put, remove }: EntryChanges,
  keepalive = false,
): Promise<ConsoleItem> {
  const params = { path: { projectID, key }, query: { for: whose } }
  const body = { by, put: put.map((entry) => ({ ...entry })), remove: [...remove] }
  return data(client.PATCH(`${ITEMS}/{key}`, { params, body, keepalive }))
}

/** removeItem keeps it no longer. */
export const removeItem = (projectID: string, whose: Whose, key: string) =>
  client.DELETE(`${ITEMS}/{key}`, { params: { path: { projectID, key }, query: { for: whose } } })

function listItems(projectID: string, whose: Whose, signal: AbortSignal | null) {
  const params = { path: { projectID }, query: { for: whose } }
  return data(client.GET(ITEMS, { params, signal }))
}
