// The settings of object storage in S3.
import { z } from 'zod'
import { credential, httpUrl } from './message-settings.ts'
import { flag, type SettingGroup, setting } from './setting.ts'

/** S3Access is an S3 server and the access to it. */
export interface S3Access {
  /** endpoint is undefined for Amazon's own. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** S3Config is the bucket of objects. */
export interface S3Config extends S3Access {
  readonly bucket: string
  /** direct has clients exchange bytes with the bucket itself. */
  readonly direct: boolean
}

const region = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'must be the name of a region')
  .default('us-east-1')

// The key signs requests; addresses are in logs, mails and backups.
const endpoint = httpUrl.refine((url) => {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}, 'must have no user name and no password')

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
      endpoint.optional(),
      "Address of the S3 server, such as `https://s3.example.com`. Default: Amazon's own.",
    ),
    region: setting('S3_REGION', region, 'Region of the bucket.'),
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

/** backupS3Settings are the settings of access to the buckets of backups. */
export const backupS3Settings: SettingGroup<S3Access> = {
  fields: {
    endpoint: setting(
      'MSINGI_BACKUP_S3_ENDPOINT',
      endpoint.optional(),
      "Address of the S3 server of [backups](backup.md#in-a-bucket). Default: Amazon's own.",
    ),
    region: setting('MSINGI_BACKUP_S3_REGION', region, 'Region of their bucket.'),
    accessKeyId: setting(
      'MSINGI_BACKUP_S3_ACCESS_KEY_ID',
      credential.optional(),
      'Access key of their bucket. Without it, the settings of `S3_BUCKET` count.',
    ),
    secretAccessKey: setting(
      'MSINGI_BACKUP_S3_SECRET_ACCESS_KEY',
      credential.optional(),
      'Secret of that key.',
    ),
  },
  key: 'accessKeyId',
  requirements: () => [
    ['accessKeyId', 'secretAccessKey'],
    ['secretAccessKey', 'accessKeyId'],
    ['accessKeyId', 'endpoint'],
  ],
}
