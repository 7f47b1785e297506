// The settings of object storage in S3, and the check that they are complete.
import { z } from 'zod'
import { withoutEndSlashes } from './addresses.ts'

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

const httpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be a URL that begins with https:// or http://',
  )
  .transform(withoutEndSlashes)

// They travel in HTTP headers.
const credential = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be printable characters without spaces')

/** s3Settings are the settings of object storage in S3. */
export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe(
      'Bucket to store objects in, instead of `MSINGI_DATA`. It must exist, and be used for nothing else.',
    ),
  S3_ENDPOINT: httpUrl
    .optional()
    .describe("Address of the S3 server, such as `https://s3.example.com`. Default: Amazon's own."),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be the name of a region')
    .default('us-east-1')
    .describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: credential.optional().describe('Access key of the bucket. Required with `S3_BUCKET`.'),
  S3_SECRET_ACCESS_KEY: credential
    .optional()
    .describe('Secret of the access key. Required with `S3_BUCKET`.'),
  S3_DIRECT: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on')
    .describe(
      '`on` has clients exchange the bytes of files with the S3 server itself, by signed URLs. It must be reachable ' +
        'for them under `S3_ENDPOINT`.',
    ),
}

type S3Settings = z.output<z.ZodObject<typeof s3Settings>>

/** checkS3Settings adds an issue for each setting that requires another one. */
export function checkS3Settings(value: S3Settings, context: z.core.$RefinementCtx): void {
  const need = (name: keyof S3Settings, by: keyof S3Settings) => {
    if (value[by] !== undefined && value[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is required with ${by}` })
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    need(name, 'S3_BUCKET')
    need('S3_BUCKET', name)
  }
  need('S3_BUCKET', 'S3_ENDPOINT')
}

/** s3Config returns the bucket, if objects are stored in one. */
export function s3Config(value: S3Settings): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_DIRECT: direct } = value
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, direct }
}
