// Uploads with progress: fetch does not say how much of a body is sent, XMLHttpRequest of browsers does.
import { runtime, type UploadRequest } from './runtime.ts'

/** Progress is how many bytes of how many are sent. */
export interface Progress {
  readonly loaded: number
  readonly total: number
}

/** Fetch is what is needed of the global fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** fetchWithProgress returns a fetch that calls `onSent` while it sends a body, in runtimes that have XMLHttpRequest. */
export function fetchWithProgress(onSent: (bytes: number) => void): Fetch | undefined {
  const { XMLHttpRequest } = runtime
  if (XMLHttpRequest === undefined) return undefined
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', abort)
        settle()
      }
      xhr.open(method, url)
      for (const [name, value] of new Headers(headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = ({ loaded }) => onSent(loaded)
      // It follows redirections, whatever it is told: what another address has answered is not the server's.
      const isElsewhere = () => xhr.responseURL !== '' && xhr.responseURL !== new URL(url).href
      const redirected = new TypeError('the request was redirected')
      xhr.onload = () => end(() => (isElsewhere() ? reject(redirected) : resolve(responseOf(xhr))))
      xhr.onerror = () => end(() => reject(new TypeError('the request failed')))
      xhr.onabort = () => end(() => reject(signal?.reason))
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', abort)
      xhr.send(body ?? null)
    })
}

function responseOf(xhr: UploadRequest): Response {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  // A Response with such a status takes no body, not even an empty one.
  const body = [204, 205, 304].includes(xhr.status) ? null : xhr.responseText
  return new Response(body, { status: xhr.status, headers })
}
