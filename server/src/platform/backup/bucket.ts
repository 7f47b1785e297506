// A bucket whose server fails now and then.
import { openS3, type S3 } from '#platform/blobs/s3/s3-client.ts'
import type { S3Access } from '#platform/config/s3-settings.ts'
import { again, explain, MOST_MS, type Patience, WAITS_MS } from './bucket-errors.ts'

const IDLE_MS = 120_000

/** BucketOptions say where a bucket is, and how it is asked again, by default for a while. */
export interface BucketOptions extends Partial<Patience> {
  readonly name: string
  readonly access: S3Access
  /** idleMs is after how long without a byte an attempt has failed. */
  readonly idleMs?: number
}

/** Listed is what a bucket has below a prefix. */
export interface Listed {
  /** prefixes are those that end with the delimiter. */
  readonly prefixes: readonly string[]
  /** sizes has the bytes of each object by the rest of its key. */
  readonly sizes: ReadonlyMap<string, number>
  /** modified is when the last of them was written by the server's clock, in milliseconds. */
  readonly modified: number
}

/** Bucket asks a server, again where it has failed. What it throws is a BackupError. */
export class Bucket {
  readonly name: string
  readonly patience: Patience
  readonly #options: BucketOptions
  #opened: Promise<S3> | undefined

  constructor(options: BucketOptions) {
    this.#options = options
    this.name = options.name
    const { waits = WAITS_MS, mostMs = MOST_MS, stopping } = options
    this.patience = { waits, mostMs, stopping }
  }

  /** call does work that can be done again. */
  async call<T>(work: (s3: S3) => Promise<T>): Promise<T> {
    const { access, idleMs = IDLE_MS } = this.#options
    // The attempts are counted here alone.
    this.#opened ??= openS3(access, { maxAttempts: 1, idleMs }).then((s3) => {
      // What is under way fails at once.
      this.patience.stopping?.addEventListener('abort', () => s3.client.destroy())
      return s3
    })
    const s3 = await this.#opened
    return again(() => work(s3), this.patience).catch((error) => {
      throw this.explain(error)
    })
  }

  /** explain returns the error of a failure in a sentence. */
  explain(error: unknown): unknown {
    return explain(error, this.name, this.#options.access.endpoint)
  }

  /** list returns what is below a prefix; with a delimiter, not what is below further ones. */
  list(Prefix: string, Delimiter?: string): Promise<Listed> {
    return this.call(async ({ sdk, client }) => {
      const prefixes: string[] = []
      const sizes = new Map<string, number>()
      let modified = 0
      const command = { Bucket: this.name, Prefix, Delimiter }
      for await (const page of sdk.paginateListObjectsV2({ client }, command)) {
        for (const found of page.CommonPrefixes ?? []) prefixes.push(found.Prefix ?? '')
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          sizes.set(Key.slice(Prefix.length), Size)
          modified = Math.max(modified, LastModified?.getTime() ?? 0)
        }
      }
      return { prefixes, sizes, modified }
    })
  }
}
