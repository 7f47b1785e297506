// What S3 clients are told, with the values of a project. Secrets are never among them.
import type { Snippet } from '@msingi/snippets'
import { inShell } from '@msingi/snippets/curl'

/** S3Place is where a project's files are, and what stands for the access key. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secret: string
}

/** s3SnippetsOf returns how rclone, the AWS CLI and its SDK are set up. */
export function s3SnippetsOf({ endpoint, region, bucket, accessKeyId, secret }: S3Place): readonly Snippet[] {
  return [
    {
      value: 'rclone',
      title: 'rclone',
      code: `rclone config create msingi s3 provider=Other env_auth=false \\
  endpoint=${inShell(endpoint)} region=${region} force_path_style=true \\
  access_key_id=${inShell(accessKeyId)} \\
  secret_access_key=${inShell(secret)}
rclone ls msingi:${bucket}
rclone sync ./photos msingi:${bucket}/photos`,
    },
    {
      value: 'aws',
      title: 'AWS CLI',
      code: `aws configure set --profile msingi aws_access_key_id ${inShell(accessKeyId)}
aws configure set --profile msingi aws_secret_access_key ${inShell(secret)}
aws configure set --profile msingi region ${region}
aws configure set --profile msingi endpoint_url ${inShell(endpoint)}
aws configure set --profile msingi request_checksum_calculation when_required
aws configure set --profile msingi s3.addressing_style path
aws --profile msingi s3 ls s3://${bucket}/
aws --profile msingi s3 cp photo.jpg s3://${bucket}/`,
    },
    {
      value: 'javascript',
      title: 'JavaScript',
      code: `import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'

const s3 = new S3Client({
  endpoint: '${endpoint}',
  region: '${region}',
  forcePathStyle: true,
  credentials: {
    accessKeyId: process.env.S3_ACCESS_KEY_ID,
    secretAccessKey: process.env.S3_SECRET_ACCESS_KEY,
  },
})
const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: '${bucket}' }))`,
    },
  ]
}
