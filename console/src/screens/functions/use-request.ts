// The request with which a function is tried. It is kept in memory while the console is open: bodies and headers can hold
// secrets, which stand neither in an address nor in local storage.
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** METHODS are those that a function can be called with. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** TrialRequest is a request as it is typed; `headers` and `body` are texts. */
export interface TrialRequest {
  readonly method: (typeof METHODS)[number]
  readonly path: string
  readonly headers: string
  readonly body: string
}

const EMPTY: TrialRequest = { method: 'POST', path: '/', headers: '', body: '' }

/** useRequest returns the latest request to a function, and what changes it. */
export function useRequest(projectId: string, functionId: string) {
  const client = useQueryClient()
  const queryKey = ['projects', projectId, 'function-requests', functionId]
  const { data: request } = useQuery({
    queryKey,
    queryFn: () => EMPTY,
    initialData: EMPTY,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const change = (part: Partial<TrialRequest>) =>
    client.setQueryData<TrialRequest>(queryKey, (now = EMPTY) => ({ ...now, ...part }))
  return [request, change] as const
}

/** bodyOf is JSON where the text is that, else the text itself; undefined is no body. */
export function bodyOf(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
