// The one way to the server: adds the access token, renews it once, and turns refusals into ApiError.
import type { paths } from '@msingi/api-types'
import createClient from 'openapi-fetch'
import { ApiError, errorOf } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { accessToken, atWork, BASE, begunAgain, forget, renew } from './session.ts'
import { type Progress, transfer } from './transfer.ts'

// The organisations of the viewer, with what they may do in each.
const PERMISSIONS = { queryKey: ['organisations'], exact: true }

/**
 * send makes a request with the access token of the session and returns a successful answer, or throws ApiError.
 * A rejected token is renewed once. The request's AbortSignal is passed on.
 */
export async function send(request: Request): Promise<Response> {
  return checked(await deliver(request))
}

/**
 * deliver is send for answers of any status; ApiError 0 where no server answers. Where the session has ended and something would
 * be lost with it, the request is repeated once the viewer has signed in again.
 */
export function deliver(request: Request): Promise<Response> {
  const answer = exchange(request)
  return request.method === 'GET' ? answer : atWork(answer)
}

async function exchange(request: Request): Promise<Response> {
  if (request.headers.has('x-msingi-session')) return attempt(request, undefined)
  return inSession((bearer) => attempt(request.clone(), bearer))
}

// A rejected token is renewed once.
async function inSession(call: (bearer: string | undefined) => Promise<Response>): Promise<Response> {
  const first = await call(await accessToken())
  if (first.status !== 401) return first
  if ((await renew()) || (await begunAgain())) return call(await accessToken())
  forget()
  return first
}

/** upload posts a file and returns a successful answer, or throws ApiError, as send does. */
export async function upload(
  path: string,
  headers: Readonly<Record<string, string>>,
  file: Blob,
  progress: Progress,
): Promise<Response> {
  const answer = inSession((bearer) =>
    transfer(
      path,
      bearer === undefined ? headers : { ...headers, authorization: `Bearer ${bearer}` },
      file,
      progress,
    ),
  )
  return checked(await atWork(answer))
}

async function attempt(request: Request, bearer: string | undefined): Promise<Response> {
  if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`)
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new ApiError(0, 'The server cannot be reached.')
  }
}

async function checked(response: Response): Promise<Response> {
  // What the viewer may do has changed: it is asked for again with the next screen, and a form that is open stays.
  if (response.status === 403) void queryClient.invalidateQueries({ ...PERMISSIONS, refetchType: 'none' })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** client has a typed method for each operation of the API; paths are those of /openapi.yaml. */
export const client = createClient<paths>({ baseUrl: location.origin, fetch: send })

/** COOKIE is the header of requests that begin or renew the session of this browser. */
export const COOKIE = { 'X-Msingi-Session': 'cookie' } as const

/** data returns what is in the envelope of an answer. */
export async function data<Data>(answer: Promise<{ data?: { data: Data } }>): Promise<Data> {
  const { data } = await answer
  if (data === undefined) throw new ApiError(200, `The answer of ${BASE} is empty.`)
  return data.data
}

/** Page is one page of a list; `next` is the cursor of the one behind it. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | undefined
}

/** page returns a page of a list with the cursor of the next one. */
export async function page<Item>(
  answer: Promise<{ data?: { data: Item[] }; response: Response }>,
): Promise<Page<Item>> {
  const items = await data(answer)
  const { response } = await answer
  return { items, next: response.headers.get('x-next-cursor') ?? undefined }
}
