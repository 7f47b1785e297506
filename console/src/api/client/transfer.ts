// A request whose body may be large: fetch does not say how much of it has been sent.
import { ApiError } from './api-error.ts'

/** Progress is told which part of a body has been sent, from 0 to 1; its signal ends the request. */
export interface Progress {
  readonly onPart: (part: number) => void
  readonly signal: AbortSignal
}

/** transfer posts a file, and rejects with the reason of the signal, or with ApiError 0 where no server answers. */
export function transfer(
  path: string,
  headers: Readonly<Record<string, string>>,
  file: Blob,
  { onPart, signal }: Progress,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open('POST', path)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onPart(total === 0 ? 1 : loaded / total)
  request.upload.onload = () => onPart(1)
  request.onload = () => {
    const retryAfter = request.getResponseHeader('retry-after')
    const answered = retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } }
    resolve(new Response(request.responseText, { status: request.status, ...answered }))
  }
  request.onerror = () => reject(new ApiError(0, 'The server cannot be reached.'))
  request.onabort = () => reject(signal.reason)
  request.onloadend = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)
  signal.throwIfAborted()
  request.send(file)
  return promise
}
