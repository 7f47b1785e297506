// The AWS SDK, loaded with the first request: a server that stores its objects on disk never pays for it.
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Access } from '#platform/config/s3-settings.ts'

// Each download in progress has a connection.
const MAX_SOCKETS = 2000

/** S3 is the SDK and a client of it. */
export interface S3 {
  readonly sdk: typeof import('@aws-sdk/client-s3')
  readonly client: S3Client
}

/** S3Patience says how long a server is waited for; by default as the SDK does. */
export interface S3Patience {
  readonly maxAttempts?: number
  /** idleMs is after how long without a byte a request has failed. */
  readonly idleMs?: number
}

/** openS3 loads the SDK. */
export async function openS3(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Access,
  { maxAttempts, idleMs }: S3Patience = {},
): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3')
  const options: S3ClientConfig = {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's have one host name for all buckets, and not all know its newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpsAgent: { maxSockets: MAX_SOCKETS },
      httpAgent: { maxSockets: MAX_SOCKETS },
      ...(idleMs === undefined ? {} : { socketTimeout: idleMs, connectionTimeout: idleMs }),
    },
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(endpoint === undefined ? {} : { endpoint }),
  }
  return { sdk, client: new sdk.S3Client(options) }
}
