// Files as they are sent: their headers, and whole in one request.

import { jsonOf, receive } from '../http/http.ts'
import { type Fetch, fetchWithProgress } from '../runtime/progress.ts'
import type { FileBody, FileOptions, SendOptions, StoredObject } from './files.ts'

/** Sender is how requests are sent. */
export interface Sender {
  readonly fetch: Fetch
  /** reports says that XMLHttpRequest may be used for progress: nobody has given the client another fetch. */
  readonly reports: boolean
}

/** fetchFor returns a fetch that calls `onSent` with the bytes sent so far, where the runtime can. */
export function fetchFor({ fetch, reports }: Sender, onSent: ((bytes: number) => void) | undefined): Fetch {
  return (reports && onSent !== undefined ? fetchWithProgress(onSent) : undefined) ?? fetch
}

/** sendWhole sends a file in one request, and returns the object that it has become. */
export async function sendWhole(
  sender: Sender,
  url: string,
  method: string,
  headers: Record<string, string>,
  file: Blob,
  { onProgress, signal }: SendOptions,
): Promise<StoredObject> {
  const total = file.size
  const report = onProgress && ((loaded: number) => onProgress({ loaded, total }))
  const init: RequestInit = { method, headers, body: file }
  if (signal !== undefined) init.signal = signal
  const response = await receive(fetchFor(sender, report), url, init)
  report?.(total)
  return (await jsonOf<{ data: StoredObject }>(response)).data
}

/** asBlob returns a body in the one form in which it is sent. */
export function asBlob(body: FileBody): Blob {
  return body instanceof Blob ? body : new Blob([body])
}

/** keyOf names the content of a file that a person has chosen; of other bytes nobody knows whether they are the same. */
export function keyOf(
  file: Blob & { readonly name?: string; readonly lastModified?: number },
): string | undefined {
  const { name, lastModified, size } = file
  return name === undefined || lastModified === undefined ? undefined : `${name}.${size}.${lastModified}`
}

/** pathOf writes the name of an object into an address. */
export function pathOf(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}

/** headersOf says what a file is that is sent whole. */
export function headersOf(
  file: Blob,
  { contentType, cacheControl, metadata }: FileOptions,
): Record<string, string> {
  return {
    // A request of a browser always has a type: without one of its own, the server finds it out.
    'content-type': contentType ?? (file.type || 'application/octet-stream'),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    ...(metadata !== undefined && { 'x-object-metadata': ascii(JSON.stringify(metadata)) }),
  }
}

/** metadataOf says what a file is that is sent resumably. */
export function metadataOf(
  name: string,
  file: Blob,
  { contentType, cacheControl, metadata, overwrite }: FileOptions,
): Record<string, string> {
  const type = contentType ?? file.type
  return {
    name,
    ...(type !== '' && { type }),
    ...(cacheControl !== undefined && { cache_control: cacheControl }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(overwrite && { overwrite: 'true' }),
  }
}

// Headers hold Latin-1 only.
function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
