// Images of a store, transformed: bounded in bytes, pixels and concurrency, and each made once.

import { IMAGE_FORMATS, type ImageFormat, type ImageOptions } from '#engine/shapes/image-options.ts'
import { projectOf } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'
import type { Log } from '#platform/log/log.ts'
import { blurHashOf } from './blur-hash.ts'
import type { ImageCache } from './image-cache.ts'
import { transformImage } from './transform-image.ts'

/** MAX_IMAGE_BYTES is how large a file can be to be transformed. */
export const MAX_IMAGE_BYTES = 32 * 1024 * 1024

/** Image is an image that can be sent. */
export interface Image {
  readonly bytes: Buffer
  readonly contentType: string
}

/** Images transforms the images of a store. */
export interface Images {
  /** transform returns what the options make of a blob. */
  transform(tenant: Tenant, blobKey: string, options: ImageOptions): Promise<Image>
  /** blurHash returns the BlurHash of a blob. */
  blurHash(tenant: Tenant, blobKey: string): Promise<string>
  /** forget removes what is cached of a project's images. */
  forget(projectId: string): Promise<void>
}

/** ImageParts is what images are made with. */
export interface ImageParts {
  readonly blobs: Pick<BlobStore, 'load'>
  readonly cache: ImageCache
  /** gate is the places in which images are in memory. */
  readonly gate: FairGate
  readonly log: Log
}

/** openImages returns the images of a store. Blobs never change, so neither do results. */
export function openImages({ blobs, cache, gate, log }: ImageParts): Images {
  const underWay = new Map<string, Promise<Buffer>>()

  const make = (tenant: Tenant, blobKey: string, work: (source: Buffer) => Promise<Buffer>) =>
    gate.run(tenant, async () => work(await blobs.load(blobKey, MAX_IMAGE_BYTES)))

  const once = async (
    tenant: Tenant,
    key: string,
    blobKey: string,
    work: (source: Buffer) => Promise<Buffer>,
  ) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const find = async () => {
      const projectId = projectOf(blobKey)
      const cached = await cache.find(projectId, key)
      if (cached !== undefined) return cached
      const made = await make(tenant, blobKey, work)
      // A cache that cannot be written to is no reason not to answer.
      await cache
        .add(projectId, key, made)
        .catch((error) => log.warn({ err: error }, 'an image was not cached'))
      return made
    }
    const result = find().finally(() => underWay.delete(key))
    underWay.set(key, result)
    return result
  }

  return {
    forget: (projectId) => cache.forget(projectId),
    transform: async (tenant, blobKey, options) => {
      const key = JSON.stringify([
        blobKey,
        options.width,
        options.height,
        options.fit,
        options.format,
        options.quality,
      ])
      const stored = await once(tenant, key, blobKey, async (source) => {
        const { bytes, format } = await transformImage(source, options)
        // A result begins with a line that says its format.
        return Buffer.concat([Buffer.from(`${format}\n`), bytes])
      })
      const end = stored.indexOf('\n')
      const format = stored.toString('latin1', 0, end) as ImageFormat
      return { bytes: stored.subarray(end + 1), contentType: IMAGE_FORMATS[format] }
    },
    blurHash: async (tenant, blobKey) => {
      const hash = await once(tenant, `${blobKey} blur hash`, blobKey, async (source) =>
        Buffer.from(await blurHashOf(source)),
      )
      return hash.toString('latin1')
    },
  }
}
