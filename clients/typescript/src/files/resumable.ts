// Resumable uploads: tus 1.0, as far as the client needs it. An upload goes on where it stood after a broken connection, and
// after a reload of the page once the same file is given again.
import { MsingiError } from '../http/error.ts'
import { jsonOf, receive } from '../http/http.ts'
import type { Fetch } from '../runtime/progress.ts'
import { sleep } from '../runtime/sleep.ts'
import type { SessionStorage } from '../runtime/storage.ts'

/** ResumableFile is a file on its way. */
export interface ResumableFile {
  readonly file: Blob
  /** metadata are those of the header Upload-Metadata. */
  readonly metadata: Readonly<Record<string, string>>
  /** key names the file, so that a later call goes on with the same upload; without it, only this call does. */
  readonly key: string | undefined
  readonly signal: AbortSignal | undefined
  /** retryDelays are the milliseconds before each attempt that follows one without progress. */
  readonly retryDelays: readonly number[]
  readonly onProgress: ((loaded: number) => void) | undefined
}

/** ResumableServer is where uploads go. */
export interface ResumableServer {
  /** uploads is the address at which they begin, and upload the one below which each stands. */
  readonly uploads: string
  readonly upload: string
  readonly storage: SessionStorage
  /** fetchFor returns a fetch that reports progress, where there is one. */
  fetchFor(onSent: ((bytes: number) => void) | undefined): Fetch
  withCredentials<T>(work: (credentials: Record<string, string>) => Promise<T>): Promise<T>
}

const CHUNK_BYTES = 16 * 1024 * 1024
const VERSION = { 'tus-resumable': '1.0.0' }

/** uploadResumably sends a file and returns the object that it has become. Rejects with a MsingiError, or with the signal's reason. */
export async function uploadResumably<Stored>(
  server: ResumableServer,
  sending: ResumableFile,
): Promise<Stored> {
  const { key, signal, retryDelays } = sending
  const kept = key === undefined ? null : await server.storage.get(key)
  const upload: Upload = { server, sending, id: kept ?? undefined, offset: 0, sentNow: false }
  let failures = 0
  for (;;) {
    try {
      await sendRest(upload)
      const stored = await objectOf<Stored>(upload)
      await forget(upload)
      return stored
    } catch (error) {
      if (signal?.aborted) throw error
      if (upload.sentNow) failures = 0
      const delay = retryDelays[failures++]
      if (delay === undefined || !isWorthRetrying(error)) {
        if (error instanceof MsingiError && error.status >= 400 && error.status < 500) await forget(upload)
        throw error
      }
      upload.sentNow = false
      // An abort ends it early, and the next request throws its reason.
      await sleep(Math.max(delay, 1000 * ((error as MsingiError).retryAfter ?? 0)), signal)
    }
  }
}

interface Upload {
  readonly server: ResumableServer
  readonly sending: ResumableFile
  id: string | undefined
  offset: number
  sentNow: boolean
}

async function sendRest(upload: Upload): Promise<void> {
  const { file, onProgress } = upload.sending
  const stood = upload.id === undefined ? undefined : await askOffset(upload)
  if (stood === undefined) await begin(upload)
  upload.offset = stood ?? 0
  onProgress?.(upload.offset)
  while (upload.offset < file.size) {
    const from = upload.offset
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
    const body = file.slice(from, from + CHUNK_BYTES)
    const response = await call(upload, 'PATCH', headers, body, (sent) => onProgress?.(from + sent))
    upload.offset = Number(response.headers.get('upload-offset'))
    upload.sentNow ||= upload.offset > from
    onProgress?.(upload.offset)
  }
}

async function begin(upload: Upload): Promise<void> {
  const { server, sending } = upload
  const headers = {
    ...VERSION,
    'upload-length': String(sending.file.size),
    'upload-metadata': Object.entries(sending.metadata)
      .map(([name, value]) => `${name} ${base64(value)}`)
      .join(),
  }
  const { signal } = sending
  const response = await server.withCredentials((credentials) => {
    const init: RequestInit = { method: 'POST', headers: { ...credentials, ...headers } }
    return receive(
      server.fetchFor(undefined),
      server.uploads,
      signal === undefined ? init : { ...init, signal },
    )
  })
  upload.id = response.headers.get('location')?.split('/').at(-1)
  if (upload.id === undefined) throw new Error('The server has not said where the upload is.')
  if (sending.key !== undefined) await server.storage.set(sending.key, upload.id)
}

// Returns undefined where the upload is gone: it has expired, or another user began it.
async function askOffset(upload: Upload): Promise<number | undefined> {
  try {
    return Number((await call(upload, 'HEAD')).headers.get('upload-offset'))
  } catch (error) {
    if (!(error instanceof MsingiError) || error.status !== 404) throw error
    await forget(upload)
    return undefined
  }
}

async function objectOf<Stored>(upload: Upload): Promise<Stored> {
  const response = await call(upload, 'GET')
  return (await jsonOf<{ data: { object: Stored } }>(response)).data.object
}

function call(
  { server, sending, id }: Upload,
  method: string,
  headers: Record<string, string> = {},
  body?: Blob,
  onSent?: (bytes: number) => void,
): Promise<Response> {
  const { signal, onProgress } = sending
  return server.withCredentials((credentials) => {
    const init: RequestInit = { method, headers: { ...credentials, ...VERSION, ...headers } }
    if (signal !== undefined) init.signal = signal
    if (body !== undefined) init.body = body
    const fetch = server.fetchFor(onProgress === undefined ? undefined : onSent)
    return receive(fetch, `${server.upload}/${id}`, init)
  })
}

async function forget(upload: Upload): Promise<void> {
  upload.id = undefined
  if (upload.sending.key !== undefined) await upload.server.storage.remove(upload.sending.key)
}

// The network, a server that restarts, another request that is not over yet, an offset that has moved. A name that is taken
// stays so.
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof MsingiError) || error.code === 'already_exists') return false
  return error.status === 0 || error.status >= 500 || [408, 409, 423, 429].includes(error.status)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
