// Files as they are sent: their bytes, their headers, and whole in one request.
import type { Call, Method, Reply } from '../http/http.ts'
import type { FileBody, FileOptions, SendOptions, StoredObject } from './files.ts'

/** sendWhole sends a file in one request, by a Request, and returns the object that it has become. */
export async function sendWhole(
  request: (call: Call) => Promise<Reply<StoredObject>>,
  { method, path }: { readonly method: Method; readonly path: string },
  file: Blob,
  { onProgress, signal, ...options }: SendOptions & FileOptions,
): Promise<StoredObject> {
  const total = file.size
  const onSent = onProgress && ((loaded: number) => onProgress({ loaded, total }))
  const headers = headersOf(file, options)
  const { data } = await request({ method, path, headers, content: file, signal, onSent })
  onSent?.(total)
  return data
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

function headersOf(file: Blob, { contentType, cacheControl, metadata }: FileOptions): Record<string, string> {
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
