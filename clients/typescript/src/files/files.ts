// What the methods of client.storage take and return.
import type { Progress } from '../runtime/progress.ts'

/** StoredObject is a file as the API returns it. */
export interface StoredObject {
  readonly id: string
  /** bucket is the slug of the bucket. */
  readonly bucket: string
  readonly name: string
  readonly folder: string
  /** size is in bytes. */
  readonly size: number
  readonly mime_type: string
  /** checksum is the SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string
  /** version is another one whenever the bytes are replaced. */
  readonly version: string
  readonly cache_control: string | null
  readonly owner_id: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

/** FileBody is what can be uploaded. A Blob is sent in pieces, so that a large file is never in memory as a whole. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string

/** FileOptions say what a file is. */
export interface FileOptions {
  /** contentType is that of the Blob unless it is said here, and text/plain of a text; of bytes the server finds it out. */
  readonly contentType?: string
  /** cacheControl is sent with downloads. */
  readonly cacheControl?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  /** overwrite replaces the file of that name; otherwise a name that is taken is a MsingiError with status 409. */
  readonly overwrite?: boolean
}

/** SendOptions say how a file is sent. */
export interface SendOptions {
  /** onProgress is called with how much is sent: byte by byte in browsers, else behind each piece of 16 MB. */
  readonly onProgress?: (progress: Progress) => void
  /** signal stops the upload. A resumable one goes on with the next call for the same file. */
  readonly signal?: AbortSignal
}

/** UploadOptions say what a file is, and how it is sent. */
export interface UploadOptions extends FileOptions, SendOptions {
  /** resumable uploads go on after a broken connection; by default those of more than 6 MB. */
  readonly resumable?: boolean
  /** resumeKey names the content, so that a later call goes on; by default that of a File, from its name, size and date. */
  readonly resumeKey?: string
  /** retryDelays are the milliseconds before each attempt that follows one without progress; seven by default. */
  readonly retryDelays?: readonly number[]
}

/** ListOptions say which files to list, as in the API. */
export interface ListOptions {
  readonly prefix?: string
  readonly delimiter?: '/'
  readonly search?: string
  readonly order?: `${'name' | 'created_at' | 'updated_at' | 'size'}.${'asc' | 'desc'}`
  /** limit is 1 to 1,000; the default is 100. */
  readonly limit?: number
  /** cursor is `next` of the page before. */
  readonly cursor?: string
}

/** ListedFolder stands for all files whose names go on behind a slash, in lists with a delimiter. */
export interface ListedFolder {
  readonly type: 'folder'
  readonly name: string
}

/** ListPage is a page of a list. */
export interface ListPage {
  readonly entries: ((StoredObject & { readonly type: 'object' }) | ListedFolder)[]
  readonly next: string | undefined
}

/** ImageOptions transform an image. */
export interface ImageOptions {
  readonly width?: number
  readonly height?: number
  readonly fit?: 'cover' | 'contain' | 'fill' | 'inside' | 'outside'
  readonly format?: 'webp' | 'avif' | 'jpeg' | 'png'
  readonly quality?: number
}

/** SignOptions say how long a signed URL is valid, in seconds, and whether browsers save the file, and under which name. */
export interface SignOptions {
  readonly expiresIn?: number
  readonly download?: boolean | string
  /** transform has the URL answer with the image in another size or format, and with nothing else. */
  readonly transform?: ImageOptions
}

/** SignedUrl is a URL that works without credentials until it expires. */
export interface SignedUrl {
  readonly url: string
  readonly expires_at: string
}
