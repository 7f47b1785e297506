// The settings of object storage in S3.
import { z } from 'zod'
import { credential, httpUrl } from './message-settings.ts'
import { flag, type SettingGroup, setting } from './setting.ts'

/** S3Config is a bucket and the access to it. */
export interface S3Config {
  /** endpoint is undefined for Amazon's own. */
  readonly endpoint: string | undefined
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** direct has clients exchange bytes with the bucket itself. */
  readonly direct: boolean
}

/** s3Settings are the settings of object storage in S3. */
export const s3Settings: SettingGroup<S3Config> = {
  fields: {
    bucket: setting(
      'S3_BUCKET',
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
        .optional(),
      'Bucket to store objects in, instead of `MSINGI_DATA`. It must exist, and be used for nothing else.',
    ),
    endpoint: setting(
      'S3_ENDPOINT',
      httpUrl.optional(),
      "Address of the S3 server, such as `https://s3.example.com`. Default: Amazon's own.",
    ),
    region: setting(
      'S3_REGION',
      z
        .string()
        .regex(/^[a-z0-9-]{1,60}$/, 'must be the name of a region')
        .default('us-east-1'),
      'Region of the bucket.',
    ),
    accessKeyId: setting(
      'S3_ACCESS_KEY_ID',
      credential.optional(),
      'Access key of the bucket. Required with `S3_BUCKET`.',
    ),
    secretAccessKey: setting(
      'S3_SECRET_ACCESS_KEY',
      credential.optional(),
      'Secret of the access key. Required with `S3_BUCKET`.',
    ),
    direct: setting(
      'S3_DIRECT',
      flag('off'),
      '`on` has clients exchange the bytes of files with the S3 server itself, by signed URLs. It must be reachable ' +
        'for them under `S3_ENDPOINT`.',
    ),
  },
  key: 'bucket',
  requirements: () => [
    ['accessKeyId', 'bucket'],
    ['bucket', 'accessKeyId'],
    ['secretAccessKey', 'bucket'],
    ['bucket', 'secretAccessKey'],
    ['bucket', 'endpoint'],
  ],
}
