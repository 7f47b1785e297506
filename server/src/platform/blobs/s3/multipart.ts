// Uploads in parts, each of which can be sent again.
import type { S3 } from './s3-client.ts'

/** ObjectAt names an object of a bucket. */
export interface ObjectAt {
  readonly Bucket: string
  readonly Key: string
}

/** Multipart is an upload, which is an object once it is complete. */
export interface Multipart {
  /** sendPart sends a part, and its MD5 in base64 where that is known; the first has the number 1. */
  sendPart(number: number, body: Uint8Array, md5?: string): Promise<void>
  complete(): Promise<void>
  abort(): Promise<void>
}

/** beginMultipart begins an upload. */
export async function beginMultipart({ sdk, client }: S3, at: ObjectAt): Promise<Multipart> {
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(at))
  const sent = new Map<number, string | undefined>()
  return {
    sendPart: async (PartNumber, Body, ContentMD5) => {
      const part = { ...at, UploadId, PartNumber, Body, ContentMD5 }
      const { ETag } = await client.send(new sdk.UploadPartCommand(part))
      sent.set(PartNumber, ETag)
    },
    complete: async () => {
      const Parts = [...sent]
        .toSorted(([a], [b]) => a - b)
        .map(([PartNumber, ETag]) => ({ PartNumber, ETag }))
      await client.send(
        new sdk.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }),
      )
    },
    abort: async () => {
      await client.send(new sdk.AbortMultipartUploadCommand({ ...at, UploadId }))
    },
  }
}
