// Files of the project (spec 4.7).
import { Bucket, type BucketServer } from './bucket.ts'

/** Buckets reaches the buckets of one project. */
export class Buckets {
  readonly #server: BucketServer

  constructor(server: BucketServer) {
    this.#server = server
  }

  /** from returns a bucket, by its slug or id. */
  from(bucket: string): Bucket {
    return new Bucket(this.#server, bucket)
  }
}
