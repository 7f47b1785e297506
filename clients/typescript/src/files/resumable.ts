// Resumable uploads: tus 1.0, as far as the client needs it. An upload goes on where it stood after a broken connection, and
// after a reload of the page once the same file is given again.
import { objectOf } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import type { Call, Open, Request } from '../http/http.ts'
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
  /** uploads is the path at which they begin, and upload the one below which each stands. */
  readonly uploads: string
  readonly upload: string
  /** timeout is the longest wait between two attempts, in milliseconds. */
  readonly timeout: number
  readonly storage: SessionStorage
  readonly open: Open
  readonly request: Request
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
  const upload: Upload = { server, sending, id: idOf(kept, sending), offset: 0, sentNow: false }
  let failures = 0
  for (;;) {
    try {
      await sendRest(upload)
      const stored = await storedOf<Stored>(upload)
      await forget(upload)
      return stored
    } catch (error) {
      if (signal?.aborted) throw error
      if (upload.sentNow) failures = 0
      const delay = retryDelays[failures++]
      if (delay === undefined || !isWorthRetrying(error)) {
        if (isFinal(error)) await forget(upload)
        throw error
      }
      const asked = 1000 * ((error as MsingiError).retryAfter ?? 0)
      if (asked > server.timeout) throw error
      upload.sentNow = false
      // An abort ends it early, and the next request throws its reason.
      await sleep(Math.max(delay, asked), signal)
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
    const headers = {
      ...VERSION,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
    }
    const content = file.slice(from, from + CHUNK_BYTES)
    const onSent = onProgress && ((sent: number) => onProgress(from + sent))
    const response = await upload.server.open({
      ...callOf(upload),
      method: 'PATCH',
      headers,
      content,
      onSent,
    })
    upload.offset = offsetOf(response, from + 1, file.size)
    upload.sentNow = true
    onProgress?.(upload.offset)
  }
}

async function begin(upload: Upload): Promise<void> {
  const { server, sending } = upload
  const headers = {
    ...VERSION,
    'upload-length': String(sending.file.size),
    'upload-metadata': metadataText(sending.metadata),
  }
  const { signal } = sending
  const response = await server.open({ method: 'POST', path: server.uploads, headers, signal })
  upload.id = response.headers.get('location')?.split('/').at(-1)
  if (!upload.id)
    throw new MsingiError('The server has not said where the upload is.', { status: response.status })
  if (sending.key !== undefined) await server.storage.set(sending.key, `${upload.id} ${described(sending)}`)
}

// What an earlier call began goes on where the file is to become the same; with other options it begins anew.
function idOf(kept: string | null, sending: ResumableFile): string | undefined {
  const [id] = kept?.split(' ') ?? []
  return kept === `${id} ${described(sending)}` ? id : undefined
}

function described({ file, metadata }: ResumableFile): string {
  return `${file.size} ${metadataText(metadata)}`
}

function metadataText(metadata: ResumableFile['metadata']): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join()
}

// Returns undefined where the upload is gone: it has expired, or another user began it.
async function askOffset(upload: Upload): Promise<number | undefined> {
  try {
    const response = await upload.server.open({ ...callOf(upload), method: 'HEAD' })
    return offsetOf(response, 0, upload.sending.file.size)
  } catch (error) {
    if (!(error instanceof MsingiError) || error.status !== 404) throw error
    await forget(upload)
    return undefined
  }
}

async function storedOf<Stored>(upload: Upload): Promise<Stored> {
  return objectOf((await upload.server.request<{ object: Stored }>(callOf(upload))).data).object
}

// An upload that does not advance would be sent for ever.
function offsetOf({ headers, status }: Response, least: number, most: number): number {
  const text = headers.get('upload-offset') ?? ''
  const offset = /^\d+$/.test(text) ? Number(text) : -1
  if (offset >= least && offset <= most) return offset
  throw new MsingiError('The server has not said how much of the file is there.', { status })
}

// A failure is counted here.
function callOf({ server, sending: { signal }, id }: Upload): Call {
  return { path: `${server.upload}/${id}`, headers: VERSION, signal, retries: 0 }
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

// Whoever has to sign in again goes on afterwards.
function isFinal(error: unknown): boolean {
  const status = error instanceof MsingiError ? error.status : 0
  return status >= 400 && status < 500 && status !== 401
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
