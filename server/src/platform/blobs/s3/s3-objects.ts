// Many objects of a bucket at a time: listed, removed, and uploads that have not ended.
import { isBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { ListedBlob } from '#platform/blobs/store/blob-store.ts'
import type { S3 } from './s3-client.ts'

const PAGE = 1000

/** listObjects returns up to `limit` blobs that come after a key. */
export async function listObjects(
  { sdk, client }: S3,
  Bucket: string,
  after: string | undefined,
  limit: number,
): Promise<ListedBlob[]> {
  const found: ListedBlob[] = []
  for (let StartAfter = after; found.length < limit; ) {
    const MaxKeys = Math.min(PAGE, limit - found.length)
    const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, StartAfter, MaxKeys }))
    const { Contents = [], IsTruncated } = page
    for (const { Key: key = '', Size: size = 0, LastModified: modified = new Date(0) } of Contents)
      if (isBlobKey(key)) found.push({ key, size, modified })
    StartAfter = Contents.at(-1)?.Key
    if (IsTruncated !== true || StartAfter === undefined) break
  }
  return found
}

/** removeObjects removes objects. Those that are not there count as removed. */
export async function removeObjects(
  { sdk, client }: S3,
  Bucket: string,
  keys: readonly string[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += PAGE) {
    const Objects = keys.slice(from, from + PAGE).map((Key) => ({ Key }))
    const command = new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
    const { Errors = [] } = await client.send(command)
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
    if (failed !== undefined)
      throw Object.assign(new Error(`DeleteObjects: ${failed.Code} ${failed.Message}`), { name: failed.Code })
  }
}

/** removeAllObjects removes every object whose key begins with a prefix, but one that is kept. */
export async function removeAllObjects(s3: S3, Bucket: string, Prefix: string, kept?: string): Promise<void> {
  const { sdk, client } = s3
  for (let StartAfter: string | undefined; ; ) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys: PAGE }),
    )
    const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    await removeObjects(
      s3,
      Bucket,
      keys.filter((key) => key !== kept),
    )
    StartAfter = keys.at(-1)
    if (page.IsTruncated !== true || StartAfter === undefined) return
  }
}

/** abortUploads ends the multipart uploads below a prefix of which `isLeft` says so, by their key and when they were begun. Those that have ended meanwhile count as ended. */
export async function abortUploads(
  { sdk, client }: S3,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix?: string },
  isLeft: (key: string, begun: Date) => boolean,
): Promise<void> {
  for (let markers: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, MaxUploads: PAGE, ...markers }),
    )
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || !isLeft(Key, Initiated)) continue
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error) => {
        if (error.name !== 'NoSuchUpload') throw error
      })
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    if (IsTruncated !== true || NextKeyMarker === undefined) return
    markers = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
  }
}
