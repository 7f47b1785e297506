// Uploads under way. They go on while other screens are open, three at a time, and after a broken connection.
import type { Upload } from 'tus-js-client'
import { queryClient } from '#api/client/query-client.ts'
import { accessToken, onSessionEnd } from '#api/client/session.ts'
import { filesKey, storageKey, uploadsUrl } from './storage.ts'

/** FileUpload is one file on its way; `loaded` and `size` are in bytes. */
export interface FileUpload {
  readonly id: number
  readonly projectId: string
  readonly bucket: string
  readonly name: string
  readonly size: number
  readonly loaded: number
  readonly state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  readonly error?: string
  /** isTaken is whether it has failed because the bucket has a file of that name. */
  readonly isTaken?: boolean
}

/** NewUpload is a file to send; `name` is its name in the bucket, with folders. */
export interface NewUpload {
  readonly name: string
  readonly file: File
}

interface Running {
  readonly file: File
  readonly overwrite?: boolean
  upload?: Upload
}

const AT_ONCE = 3
const CHUNK_BYTES = 16 * 1024 * 1024
const RETRY_DELAYS = [500, 1000, 3000, 5000, 10_000, 30_000]
// Progress is shown some times a second, however often the browser reports it.
const SHOWN_MS = 200

let uploads: readonly FileUpload[] = []
let lastId = 0
const running = new Map<number, Running>()
const listeners = new Set<() => void>()

/** subscribeUploads calls the listener when something has changed, and returns how to stop. */
export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** currentUploads returns all uploads of this page. */
export const currentUploads = (): readonly FileUpload[] => uploads

function set(id: number, part: Partial<FileUpload>): void {
  uploads = uploads.map((one) => (one.id === id ? { ...one, ...part } : one))
  for (const listener of listeners) listener()
}

const isActive = ({ state }: FileUpload) => state === 'waiting' || state === 'sending'
const warn = (event: BeforeUnloadEvent) => uploads.some(isActive) && event.preventDefault()
addEventListener('beforeunload', warn)

/** addUploads sends files into a bucket. */
export function addUploads(projectId: string, bucket: string, files: readonly NewUpload[]): void {
  const added = files.map(({ name, file }): FileUpload => {
    const id = ++lastId
    running.set(id, { file })
    return { id, projectId, bucket, name, size: file.size, loaded: 0, state: 'waiting' }
  })
  uploads = [...uploads, ...added]
  next()
}

/** pauseUpload stops an upload; what has been sent stays. */
export function pauseUpload(id: number): void {
  set(id, { state: 'paused' })
  running.get(id)?.upload?.abort()
  next()
}

/** resumeUpload goes on with an upload that was paused or has failed. */
export function resumeUpload(id: number): void {
  uploads = uploads.map((one) => {
    if (one.id !== id) return one
    const { error: _error, isTaken: _isTaken, ...rest } = one
    return { ...rest, state: 'waiting' }
  })
  next()
}

/** replaceUpload sends a file once more, in place of the one that has its name. */
export function replaceUpload(id: number): void {
  const kept = running.get(id)
  if (kept !== undefined) running.set(id, { file: kept.file, overwrite: true })
  resumeUpload(id)
}

/** dropUpload forgets an upload; what has been sent of one that is not done is deleted on the server. */
export function dropUpload(id: number): void {
  const upload = running.get(id)?.upload
  const isDone = uploads.find((one) => one.id === id)?.state === 'done'
  running.delete(id)
  uploads = uploads.filter((one) => one.id !== id)
  // A failure leaves it to expire after a day.
  if (!isDone) upload?.abort(true).catch(() => undefined)
  next()
}

/** clearUploads forgets those that are done. */
export function clearUploads(): void {
  for (const { id, state } of uploads) if (state === 'done') running.delete(id)
  uploads = uploads.filter(({ state }) => state !== 'done')
  next()
}

onSessionEnd(() => {
  for (const { upload } of running.values()) upload?.abort()
  running.clear()
  uploads = []
  next()
})

// Begins what waits, as far as there is room.
function next(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  const waiting = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending))
  for (const upload of waiting) {
    set(upload.id, { state: 'sending' })
    start(upload).catch((error: Error) => fail(upload.id, error.message, false))
  }
  if (waiting.length === 0) for (const listener of listeners) listener()
}

async function start({ id, projectId, bucket, name }: FileUpload): Promise<void> {
  const { Upload, DetailedError } = await import('tus-js-client')
  const kept = running.get(id)
  if (kept === undefined || uploads.find((one) => one.id === id)?.state !== 'sending') return
  if (kept.upload !== undefined) return kept.upload.start()
  let shown = 0
  const upload = new Upload(kept.file, {
    endpoint: uploadsUrl(projectId, bucket),
    metadata: {
      name,
      ...(kept.file.type === '' ? {} : { type: kept.file.type }),
      ...(kept.overwrite ? { overwrite: 'true' } : {}),
    },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    fingerprint: async ({ name: file, size, lastModified }: File) =>
      ['msingi.upload', projectId, bucket, name, file, size, lastModified].join('.'),
    onBeforeRequest: async (request) => {
      request.setHeader('authorization', `Bearer ${await accessToken()}`)
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      return status === 0 || status === 401 || status === 423 || status === 429 || status >= 500
    },
    onProgress: (loaded) => {
      if (Date.now() - shown < SHOWN_MS) return
      shown = Date.now()
      set(id, { loaded })
    },
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : undefined
      fail(id, sentenceOf(response?.getBody(), error), response?.getStatus() === 409)
    },
    onSuccess: () => {
      set(id, { state: 'done', loaded: kept.file.size })
      queryClient.invalidateQueries({ queryKey: filesKey(projectId) })
      queryClient.invalidateQueries({ queryKey: [...storageKey(projectId), 'usage'] })
      next()
    },
  })
  kept.upload = upload
  const [previous] = await upload.findPreviousUploads()
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous)
  if (uploads.find((one) => one.id === id)?.state === 'sending') upload.start()
}

function fail(id: number, error: string, isTaken: boolean): void {
  if (uploads.find((one) => one.id === id)?.state !== 'sending') return
  // What the server has refused cannot go on: the next attempt begins anew.
  const kept = running.get(id)
  if (kept !== undefined) running.set(id, { file: kept.file })
  set(id, { state: 'failed', error, isTaken })
  next()
}

// The server's own sentence, where it has answered.
function sentenceOf(body: string | undefined, error: Error): string {
  try {
    return String(JSON.parse(body ?? '').message)
  } catch {
    return error.message
  }
}
