// Stored bytes: what every driver of object storage does. Blobs are written once and never changed; which of them are
// objects is decided by rows elsewhere, so a blob without a row is an orphan that a sweeper removes.
import type { Readable } from 'node:stream'

/** BlobBody is bytes that arrive piece by piece. Where it throws, nothing is stored. */
export type BlobBody = AsyncIterable<Uint8Array>

/** PutOptions bound a blob and say what it must be. */
export interface PutOptions {
  /** maxBytes is where a body is refused with 413. */
  readonly maxBytes: number
  /** size is the exact number of bytes, if it is known beforehand. */
  readonly size?: number | undefined
  /** md5 also computes the MD5. It costs more than SHA-256, so it is only computed when it is needed. */
  readonly md5?: boolean | undefined
  /** expected are the digests in hexadecimal that the bytes must have. */
  readonly expected?: { readonly sha256?: string | undefined; readonly md5?: string | undefined } | undefined
  /** signal ends the upload; nothing is stored. */
  readonly signal?: AbortSignal | undefined
}

/** StoredBlob is what was stored: its digests are in hexadecimal. */
export interface StoredBlob {
  readonly size: number
  readonly sha256: string
  /** md5 is there where it was asked for or expected. */
  readonly md5?: string | undefined
}

/** ByteRange is a part of a blob: both ends belong to it. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** ListedBlob is a blob as it is found in the store. */
export interface ListedBlob {
  readonly key: string
  readonly size: number
  readonly modified: Date
}

/** BlobStore keeps bytes under keys that `newBlobKey` makes. */
export interface BlobStore {
  /** put stores a new blob. It is whole and durable when the promise resolves; when it rejects, nothing is left. */
  put(key: string, body: BlobBody, options: PutOptions): Promise<StoredBlob>
  /** join stores a new blob that consists of others, in order. The others stay. */
  join(key: string, parts: readonly string[], options: PutOptions): Promise<StoredBlob>
  /** read returns the bytes of a blob, or a range of them. It throws BlobMissing before the first byte. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** load returns a blob as a whole. It throws 413 where the blob has more bytes than `maxBytes`. */
  load(key: string, maxBytes: number): Promise<Buffer>
  /** find returns a blob without its bytes. */
  find(key: string): Promise<ListedBlob | undefined>
  /** remove removes blobs; those that are not there count as removed. */
  remove(keys: readonly string[]): Promise<void>
  /** removeProject removes all blobs of a project. */
  removeProject(projectId: string): Promise<void>
  /** list returns up to `limit` blobs, ordered by key, that come after a key. */
  list(after: string | undefined, limit: number): Promise<ListedBlob[]>
  /** removeUnfinished removes what uploads have left behind that ended without a word before a point in time. */
  removeUnfinished(before: Date): Promise<void>
  /** links is there where clients can reach the bytes without going through this server. */
  readonly links?: BlobLinks | undefined
  close(): Promise<void>
}

/** LinkHeaders are the headers that the answer to a link has. */
export interface LinkHeaders {
  readonly contentType?: string | undefined
  readonly contentDisposition?: string | undefined
  readonly cacheControl?: string | undefined
}

/** BlobLinks are addresses of bytes that are valid for some seconds. */
export interface BlobLinks {
  /** download returns an address that answers with the blob. */
  download(key: string, seconds: number, headers?: LinkHeaders): Promise<string>
  /** upload returns an address that takes exactly so many bytes with PUT, and the headers that belong to it. */
  upload(
    key: string,
    seconds: number,
    body: { readonly size: number; readonly sha256?: string | undefined },
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>
}
