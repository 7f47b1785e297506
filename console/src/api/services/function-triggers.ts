// Triggers of functions: which events call one.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { FunctionTriggerCreate, FunctionTriggerUpdate } from '#api/client/schemas.ts'
import type { TriggerPlace } from './deliveries.ts'
import { functionsKey } from './functions.ts'

const TRIGGERS = '/api/v1/projects/{projectID}/functions/{fnID}/triggers'

/** triggersKey begins the keys of all queries about triggers of a function. */
export const triggersKey = (projectID: string, fnID: string) => [...functionsKey(projectID), fnID, 'triggers']

/** triggersQuery is all triggers of a function. */
export const triggersQuery = (projectID: string, fnID: string) =>
  queryOptions({
    queryKey: [...triggersKey(projectID, fnID), 'list'],
    queryFn: ({ signal }) => data(client.GET(TRIGGERS, { params: { path: { projectID, fnID } }, signal })),
  })

/** createTrigger makes a trigger: the function is called with the events from now on. */
export function createTrigger(projectID: string, fnID: string, body: FunctionTriggerCreate) {
  return data(client.POST(TRIGGERS, { params: { path: { projectID, fnID } }, body }))
}

/** updateTrigger changes a trigger. */
export function updateTrigger(path: TriggerPlace, body: FunctionTriggerUpdate) {
  return data(client.PATCH(`${TRIGGERS}/{triggerID}`, { params: { path }, body }))
}

/** deleteTrigger deletes a trigger with its deliveries. */
export async function deleteTrigger(path: TriggerPlace): Promise<void> {
  await client.DELETE(`${TRIGGERS}/{triggerID}`, { params: { path } })
}
