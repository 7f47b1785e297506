// Signed URLs, by which clients exchange bytes with the S3 server itself.
import type { BlobLinks } from '#platform/blobs/store/blob-store.ts'
import type { S3 } from './s3-client.ts'

/** s3Links returns the links of a bucket. */
export function s3Links(bucket: string, open: () => Promise<S3>): BlobLinks {
  return {
    download: async (key, seconds, headers = {}) => {
      const { sdk, client } = await open()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new sdk.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: headers.contentType,
        ResponseContentDisposition: headers.contentDisposition,
        ResponseCacheControl: headers.cacheControl,
      })
      return getSignedUrl(client, command, { expiresIn: seconds })
    },
    // The signature covers these headers, so that no other size and, if it is known, no other content fits the URL.
    upload: async (key, seconds, { size, sha256 }) => {
      const { sdk, client } = await open()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex').toString('base64')
      const command = new sdk.PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentLength: size,
        ChecksumSHA256: checksum,
      })
      const signed = ['content-length', ...(checksum === undefined ? [] : ['x-amz-checksum-sha256'])]
      const url = await getSignedUrl(client, command, {
        expiresIn: seconds,
        signableHeaders: new Set(['host', ...signed]),
        unhoistableHeaders: new Set(signed),
      })
      return {
        url,
        headers: {
          'content-length': String(size),
          ...(checksum === undefined ? {} : { 'x-amz-checksum-sha256': checksum }),
        },
      }
    },
  }
}
