// The request with which a function is tried. Unless it is saved, it is kept in memory while the console is open: bodies and
// headers can hold secrets, which stand neither in an address nor in local storage.
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

/** EMPTY is a request before anything is typed. */
export const EMPTY: TrialRequest = { method: 'POST', path: '/', headers: '', body: '' }

interface Kept extends TrialRequest {
  readonly saved: string | undefined
}

const NEW: Kept = { ...EMPTY, saved: undefined }

/** useRequest returns the latest request to a function with the name that it is saved under, and what changes them. */
export function useRequest(projectId: string, functionId: string) {
  const client = useQueryClient()
  const queryKey = ['projects', projectId, 'function-requests', functionId]
  const { data } = useQuery({
    queryKey,
    queryFn: () => NEW,
    initialData: NEW,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const { saved, ...request } = data
  const change = (part: Partial<Kept>) =>
    client.setQueryData<Kept>(queryKey, (now = NEW) => ({ ...now, ...part }))
  return { request, saved, change }
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
