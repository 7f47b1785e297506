// Buckets of the project, and the files in them.
import { type Call, type Request, requestOver } from '../http/http.ts'
import { Bucket, type BucketServer } from './bucket.ts'

/** StoredBucket is a bucket as the API returns it. */
export interface StoredBucket {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_public: boolean
  /** file_size_limit is the most bytes of one file; null for no limit of the bucket. */
  readonly file_size_limit: number | null
  readonly allowed_mime_types: readonly string[] | null
  readonly is_emptying: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** BucketOptions say what a new bucket is called in addresses, and what it takes. */
export interface BucketOptions {
  readonly slug?: string
  readonly isPublic?: boolean
  readonly fileSizeLimit?: number
  /** allowedMimeTypes are those that files may have, such as `image/png` or `image/*`. */
  readonly allowedMimeTypes?: readonly string[]
}

/** Buckets reaches the buckets of one project. Making, listing and deleting them needs a secret key. */
export class Buckets {
  readonly #server: BucketServer
  readonly #request: Request
  readonly #path: string

  constructor(server: BucketServer) {
    this.#server = server
    this.#request = requestOver(server.exchange)
    this.#path = `${server.path}/buckets`
  }

  /** from returns a bucket, by its slug or id. */
  from(bucket: string): Bucket {
    return new Bucket(this.#server, bucket)
  }

  createBucket(
    name: string,
    { slug, isPublic, fileSizeLimit, allowedMimeTypes }: BucketOptions = {},
  ): Promise<StoredBucket> {
    const body = {
      name,
      slug,
      is_public: isPublic,
      file_size_limit: fileSizeLimit,
      allowed_mime_types: allowedMimeTypes,
    }
    return this.#call({ method: 'POST', path: this.#path, body })
  }

  listBuckets(): Promise<readonly StoredBucket[]> {
    return this.#call({ path: this.#path })
  }

  /** getBucket returns a bucket, by its slug or id. */
  getBucket(key: string): Promise<StoredBucket> {
    return this.#call({ path: `${this.#path}/${encodeURIComponent(key)}` })
  }

  /** deleteBucket deletes a bucket; with `force` also one that has files, which go in the background. */
  async deleteBucket(key: string, { force = false }: { readonly force?: boolean } = {}): Promise<void> {
    const query = new URLSearchParams(force ? { force: 'true' } : {})
    await this.#call({ method: 'DELETE', path: `${this.#path}/${encodeURIComponent(key)}`, query })
  }

  async #call<Data>(call: Call): Promise<Data> {
    return (await this.#request<Data>(call)).data
  }
}
