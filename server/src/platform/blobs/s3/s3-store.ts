// Blobs as objects of one S3 bucket, under their keys.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { removeOldFiles } from '#platform/blobs/disk/old-files.ts'
import { BlobMissing, tooLarge } from '#platform/blobs/store/blob-errors.ts'
import { checkBlobKey, checkProjectId, isBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore, ByteRange } from '#platform/blobs/store/blob-store.ts'
import { bytesOf } from '#platform/blobs/store/bytes-of.ts'
import { checkBody } from '#platform/blobs/store/checked-body.ts'
import type { S3Config } from '#platform/config/s3-settings.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Log } from '#platform/log/log.ts'
import { putObject } from './put-object.ts'
import { openS3, type S3 } from './s3-client.ts'
import { isMissing, translate } from './s3-errors.ts'
import { s3Links } from './s3-links.ts'
import { abortUploads, listObjects, removeAllObjects, removeObjects } from './s3-objects.ts'
import { openSpool } from './spool.ts'

/** S3StoreOptions say where a store is. */
export interface S3StoreOptions {
  readonly config: S3Config
  /** spoolFolder is where bodies wait until they fill a part. */
  readonly spoolFolder: string
  /** parts is the gate of parts in memory. */
  readonly parts: FairGate
  readonly log: Log
}

/** openS3Store returns the store of a bucket. */
export function openS3Store({ config, spoolFolder, parts, log }: S3StoreOptions): BlobStore {
  const { bucket: Bucket } = config
  let opened: Promise<S3> | undefined
  const open = () => {
    opened ??= openS3(config)
    return opened
  }
  const call = async <T>(work: (s3: S3) => Promise<T>): Promise<T> =>
    work(await open()).catch((error) => Promise.reject(translate(error, log)))

  const put: BlobStore['put'] = async (key, body, options) => {
    const [project = '', name = ''] = checkBlobKey(key).split('/')
    const checked = checkBody(body, options)
    const spool = openSpool(join(spoolFolder, name))
    try {
      return await call((s3) =>
        putObject(s3, {
          bucket: Bucket,
          key,
          body: checked,
          most: options.size ?? options.maxBytes,
          spool,
          inTurn: (work) => parts.run({ project, account: project }, work),
        }),
      )
    } finally {
      await spool.close()
    }
  }

  const get = (key: string, range?: ByteRange) =>
    call(async ({ sdk, client }) => {
      const Range = range === undefined ? undefined : `bytes=${range.first}-${range.last}`
      const command = new sdk.GetObjectCommand({ Bucket, Key: checkBlobKey(key), Range })
      const { Body, ContentLength = 0 } = await client.send(command).catch((error) => {
        throw isMissing(error) ? new BlobMissing(key) : error
      })
      return { stream: Body as Readable, size: ContentLength }
    })
  const read = async (key: string, range?: ByteRange) => (await get(key, range)).stream

  return {
    put,
    join: (key, blobs, options) => put(key, bytesOf(blobs, read), options),
    read,
    load: async (key, maxBytes) => {
      const { stream, size } = await get(key)
      if (size <= maxBytes) return buffer(stream)
      stream.destroy()
      throw tooLarge(maxBytes)
    },
    find: (key) =>
      call(async ({ sdk, client }) => {
        const head = client.send(new sdk.HeadObjectCommand({ Bucket, Key: checkBlobKey(key) }))
        const found = await head.catch((error) => (isMissing(error) ? undefined : Promise.reject(error)))
        if (found === undefined) return undefined
        return { key, size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) }
      }),
    remove: (keys) => call((s3) => removeObjects(s3, Bucket, keys)),
    removeProject: async (id) => {
      const prefix = `${checkProjectId(id)}/`
      await call((s3) => removeAllObjects(s3, Bucket, prefix))
    },
    list: (after, limit) => call((s3) => listObjects(s3, Bucket, after, limit)),
    removeUnfinished: async (before) => {
      await removeOldFiles(spoolFolder, before)
      await call((s3) => abortUploads(s3, { Bucket }, (key, begun) => begun < before && isBlobKey(key)))
    },
    links: config.direct ? s3Links(Bucket, open) : undefined,
    close: async () => {
      const s3 = await opened
      s3?.client.destroy()
    },
  }
}
