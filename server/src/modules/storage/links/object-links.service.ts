// Addresses of files that rows show (`select=photo(url)`). PostgreSQL makes them while it writes the rows, from what is here:
// a key of this project for this quarter of an hour. Nothing is kept of an address, and signing a thousand of them takes the
// event loop nothing.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { IMAGE_KEY, type ImageOptions, imageQuery } from '#engine/shapes/image-options.ts'
import type { BucketLookup } from '#modules/storage/context/bucket-lookup.ts'
import type { StorageProject } from '#modules/storage/context/storage.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'

/** ObjectLinks makes the addresses of the files of rows, and reads them again. */
export interface ObjectLinks {
  /** source returns what `msingi_storage.object_url` makes addresses of, as JSON; `base` is the server's own address. */
  source(project: StorageProject, base: string): Promise<string>
  /**
   * read says what the token of an address is worth for an object, or for the image that options make of it; undefined is no token
   * of this kind.
   */
  read(
    projectId: string,
    objectId: string,
    token: string,
    image?: ImageOptions,
  ): 'granted' | 'expired' | 'invalid' | undefined
}

// All addresses of one step end together, so that they are the same for a while, and browsers can keep what they lead to.
const STEP_SECONDS = 15 * 60
// An address is good for an hour at least.
const LEAST_SECONDS = 60 * 60
const TOKEN = /^(\d{1,12})\.([0-9a-f]{64})$/

/** createObjectLinks returns the addresses of this installation. */
export function createObjectLinks(keys: MasterKey, clock: Clock, buckets: BucketLookup): ObjectLinks {
  const root = keys.derive('storage-row-urls')
  const keyOf = (projectId: string, until: string) =>
    createHmac('sha256', root).update(`${projectId} ${until}`).digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    source: async (project, base) => {
      const until = String(Math.ceil((seconds() + LEAST_SECONDS) / STEP_SECONDS) * STEP_SECONDS)
      const open = (await buckets.list(project)).filter(({ is_public }) => is_public)
      return JSON.stringify({
        base: `${base}/api/v1/projects/${project.id}/storage`,
        until,
        key: keyOf(project.id, until).toString('hex'),
        public: Object.fromEntries(open.map(({ slug, id }) => [slug, id])),
      })
    },
    read: (projectId, objectId, token, image) => {
      const [, until = '', signature = ''] = TOKEN.exec(token) ?? []
      if (until === '') return undefined
      const key = keyOf(projectId, until)
      const expected = sign(image === undefined ? key : imageKey(key, image), objectId)
      if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'invalid'
      return Number(until) > seconds() ? 'granted' : 'expired'
    },
  }
}

// As the statement does that shows the address (`urlText`).
function imageKey(key: Buffer, image: ImageOptions): Buffer {
  return createHash('sha256')
    .update(key)
    .update(`${IMAGE_KEY}${imageQuery(image)}`)
    .digest()
}

// As msingi_storage.object_url does. The id always has 16 bytes, and a key is used for nothing else.
function sign(key: Buffer, objectId: string): Buffer {
  const id = Buffer.from(objectId.replaceAll('-', ''), 'hex')
  const inner = createHash('sha256').update(key).update(id).digest()
  return createHash('sha256').update(key).update(inner).digest()
}
