// Files of one bucket, by their names.

import type { SessionKeeper } from '../auth/session.ts'
import { cutOff, listOf, watched } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import { type Call, type Exchange, type Request, requestOver } from '../http/http.ts'
import { queryOf } from '../http/query-of.ts'
import type { SessionStorage } from '../runtime/storage.ts'
import type {
  FileBody,
  FileOptions,
  ImageOptions,
  ListOptions,
  ListPage,
  SendOptions,
  SignedUrl,
  SignOptions,
  StoredObject,
  UploadOptions,
} from './files.ts'
import { asBlob, keyOf, metadataOf, pathOf, sendWhole } from './outgoing.ts'
import { uploadResumably } from './resumable.ts'

/** BucketServer is what a bucket needs of the client. */
export interface BucketServer {
  readonly exchange: Exchange
  /** requestBare is Request without credentials. */
  readonly requestBare: Request
  /** base is the server's address, and path that of the project's storage below /api/v1. */
  readonly base: string
  readonly path: string
  /** timeout is the longest wait between two attempts, in milliseconds. */
  readonly timeout: number
  /** storage keeps which uploads are under way. */
  readonly storage: SessionStorage
  /** session is whose files are read and written. */
  readonly session: Pick<SessionKeeper, 'changes' | 'listen'>
}

const TEXT = 'text/plain;charset=utf-8'
const RESUMABLE_BYTES = 6 * 1024 * 1024
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 16_000, 30_000]

/** Bucket reads and writes the files of one bucket, by their names. */
export class Bucket {
  /** source is the client that the bucket is of. */
  readonly source: BucketServer
  readonly #request: Request
  readonly #key: string
  readonly #path: string

  constructor(server: BucketServer, key: string) {
    this.source = server
    this.#request = requestOver(server.exchange)
    this.#key = key
    this.#path = `${server.path}/buckets/${encodeURIComponent(key)}`
  }

  /** upload stores a file and returns it. Rejects with a MsingiError, or with the reason of the signal. */
  upload(name: string, body: FileBody, options: UploadOptions = {}): Promise<StoredObject> {
    // Of bytes only the server can tell what they are.
    const file = typeof body === 'string' ? new Blob([body], { type: TEXT }) : asBlob(body)
    const { resumable = file.size > RESUMABLE_BYTES } = options
    if (resumable) return this.#begin().#uploadResumably(name, file, options)
    const method = options.overwrite ? 'PUT' : 'POST'
    return sendWhole(this.#request, { method, path: this.#pathOf(name) }, file, options)
  }

  /** uploadToSignedUrl sends a file to a URL of createSignedUploadUrl, which needs no credentials. */
  uploadToSignedUrl(
    url: string,
    body: FileBody,
    options: SendOptions & Pick<FileOptions, 'contentType'> = {},
  ): Promise<StoredObject> {
    return sendWhole(this.source.requestBare, { method: 'PUT', path: url }, asBlob(body), options)
  }

  /** download returns the bytes of a file. */
  download(name: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Blob> {
    return this.#bytes({ path: this.#pathOf(name), signal })
  }

  /** open returns the response with the bytes unread, to stream them. `headers` may hold a Range. */
  open(
    name: string,
    {
      headers = {},
      signal,
    }: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
  ): Promise<Response> {
    const call = { path: this.#pathOf(name), headers, signal }
    return this.source.exchange(call, async (response, _, alive) => watched(response, alive))
  }

  /** image returns an image in another size or format. */
  async image(name: string, options: ImageOptions = {}, signal?: AbortSignal): Promise<Blob> {
    const one = this.#begin()
    const { id } = await one.get(name)
    const path = `${this.source.path}/objects/${id}/image`
    return one.#bytes({ path, query: queryOf(options), signal })
  }

  /** get returns a file without its bytes. One that does not exist, or is hidden by policies, is a MsingiError with status 404. */
  async get(name: string): Promise<StoredObject> {
    const prefix = name.normalize('NFC')
    // In the order of names, what is called like the prefix comes first.
    const [found] = (await this.list({ prefix, limit: 1 })).entries
    if (found?.type === 'object' && found.name === prefix) return found
    throw new MsingiError(`The file ${prefix} was not found.`, { status: 404 })
  }

  /** list returns a page of files, sorted by name unless `order` says otherwise. */
  async list(options: ListOptions = {}): Promise<ListPage> {
    const query = queryOf(options)
    const call = { path: `${this.#path}/objects`, query }
    const { data, headers } = await this.#request<ListPage['entries']>(call)
    return { entries: listOf(data), next: headers.get('x-next-cursor') ?? undefined }
  }

  /** move renames a file, or moves it to another bucket, and returns it. */
  async move(name: string, to: string, { bucket }: { readonly bucket?: string } = {}): Promise<StoredObject> {
    const one = this.#begin()
    const { id } = await one.get(name)
    const body = { name: to, bucket_id: bucket }
    return one.#call({ method: 'PATCH', path: `${this.source.path}/objects/${id}`, body })
  }

  /** copy copies a file, in another bucket if one is named, and returns the copy. */
  async copy(
    name: string,
    to: string,
    { bucket, overwrite }: { readonly bucket?: string; readonly overwrite?: boolean } = {},
  ): Promise<StoredObject> {
    const one = this.#begin()
    const { id } = await one.get(name)
    const body = { name: to, bucket_id: bucket, overwrite }
    return one.#call({ method: 'POST', path: `${this.source.path}/objects/${id}/copy`, body })
  }

  /** remove deletes files. Those that do not exist count as deleted. */
  async remove(...names: readonly string[]): Promise<void> {
    const one = this.#begin()
    for (const name of names) {
      try {
        const { id } = await one.get(name)
        await one.#request({ method: 'DELETE', path: `${this.source.path}/objects/${id}` })
      } catch (error) {
        if (!(error instanceof MsingiError) || error.status !== 404) throw error
      }
    }
  }

  /** createSignedUrl returns a URL from which a file is downloaded without credentials. */
  async createSignedUrl(
    name: string,
    { expiresIn, download, transform }: SignOptions = {},
  ): Promise<SignedUrl> {
    const one = this.#begin()
    const { id } = await one.get(name)
    const body = { object_id: id, expires_in: expiresIn, download, transform }
    return one.#call({ method: 'POST', path: `${this.source.path}/signed-download-url`, body })
  }

  /** createSignedUrls returns a URL for each of some files, in their order. */
  async createSignedUrls(names: readonly string[], options: SignOptions = {}): Promise<SignedUrl[]> {
    const one = this.#begin()
    const urls: SignedUrl[] = []
    for (const name of names) urls.push(await one.createSignedUrl(name, options))
    return urls
  }

  /** createSignedUploadUrl returns a URL to which one file of that name is uploaded, once, without credentials. */
  createSignedUploadUrl(
    name: string,
    { expiresIn, size, ...file }: FileOptions & { readonly expiresIn?: number; readonly size?: number } = {},
  ): Promise<SignedUrl> {
    const body = {
      bucket_id: this.#key,
      object_name: name,
      content_length: size,
      content_type: file.contentType,
      overwrite: file.overwrite,
      cache_control: file.cacheControl,
      metadata: file.metadata,
      expires_in: expiresIn,
    }
    return this.#call({ method: 'POST', path: `${this.source.path}/signed-upload-url`, body })
  }

  /** publicUrl returns the URL of a file in a public bucket. */
  publicUrl({ id }: Pick<StoredObject, 'id'>): string {
    const { base, path } = this.source
    return `${base}/api/v1${path}/public/${encodeURIComponent(this.#key)}/${id}`
  }

  /** imageUrl returns the URL of an image in a public bucket, in another size or format. */
  imageUrl(object: Pick<StoredObject, 'id'>, options: ImageOptions = {}): string {
    return `${this.publicUrl(object)}/image${search(options)}`
  }

  // The requests of one operation are those of one user.
  #begin(): Bucket {
    const { exchange, session } = this.source
    const began = session.changes
    return new Bucket(
      { ...this.source, exchange: (call, read) => exchange({ ...call, began }, read) },
      this.#key,
    )
  }

  async #call<Result>(call: Call): Promise<Result> {
    return (await this.#request<Result>(call)).data
  }

  #bytes(call: Call): Promise<Blob> {
    return this.source.exchange(call, (response, _, alive) => watched(response, alive).blob().catch(cutOff))
  }

  #pathOf(name: string): string {
    return `${this.#path}/objects/${pathOf(name)}`
  }

  #uploadResumably(name: string, file: Blob, options: UploadOptions): Promise<StoredObject> {
    const { path, storage, exchange } = this.source
    const { onProgress, retryDelays = RETRY_DELAYS, signal, resumeKey = keyOf(file) } = options
    const key =
      resumeKey === undefined ? undefined : `msingi.upload.${path}.${this.#key}.${name}.${resumeKey}`
    const server = {
      uploads: `${this.#path}/resumable`,
      upload: `${path}/resumable`,
      storage,
      request: this.#request,
      timeout: this.source.timeout,
      open: (call: Call) => exchange(call, async (response) => response),
    }
    const report = onProgress && ((loaded: number) => onProgress({ loaded, total: file.size }))
    const metadata = metadataOf(name, file, options)
    return uploadResumably(server, { file, metadata, key, signal, retryDelays, onProgress: report })
  }
}

function search(options: object): string {
  const query = queryOf(options)
  return query.size === 0 ? '' : `?${query}`
}
