// Requests to a function that are kept for all members under a name.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { itemQuery, putItem } from '#api/project/console-items.ts'
import { EMPTY, METHODS, type TrialRequest } from './use-request.ts'

/** SavedRequest is a request with its name. */
export interface SavedRequest extends TrialRequest {
  readonly name: string
}

/** Change is what is done to the saved requests. */
export type Change = (requests: readonly SavedRequest[]) => readonly SavedRequest[]

// What is no request is left out, whoever has stored it.
function requestsOf(value: unknown): readonly SavedRequest[] {
  const requests = value instanceof Object && 'requests' in value ? value.requests : undefined
  if (!Array.isArray(requests)) return []
  return requests.flatMap((request: Partial<Record<keyof SavedRequest, unknown>> | null) => {
    if (typeof request?.name !== 'string') return []
    const text = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
    const { name, method, path, headers, body } = request
    return [
      {
        name,
        method: METHODS.find((one) => one === method) ?? EMPTY.method,
        path: text(path, EMPTY.path),
        headers: text(headers, EMPTY.headers),
        body: text(body, EMPTY.body),
      },
    ]
  })
}

/** useSavedRequests returns what is kept, and `keep` that changes it; where a colleague was faster, that is a 412 to try again. */
export function useSavedRequests(projectId: string, functionId: string) {
  const client = useQueryClient()
  const key = `requests:${functionId}`
  const query = itemQuery(projectId, 'project', key)
  const { data } = useQuery(query)
  const keep = async (change: Change) => {
    const now = await client.fetchQuery({ ...query, staleTime: 0 })
    const requests = change(requestsOf(now.value))
    const next = await putItem(projectId, 'project', key, { value: { requests }, version: now.version })
    client.setQueryData(query.queryKey, next)
  }
  return { requests: requestsOf(data?.value), keep }
}
