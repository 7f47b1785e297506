// Clients of the S3 endpoint, for tests.
import { S3Client } from '@aws-sdk/client-s3'
import type { TestApp, TestProject } from '#test/harness.ts'

/** Access is what a client needs. */
export interface Access {
  readonly endpoint: string
  readonly region: string
  readonly access_key_id: string
  readonly secret_access_key: string
}

/** keyIdOf returns the id of a project's key of a kind. */
export async function keyIdOf(app: TestApp, project: TestProject, kind: string): Promise<string> {
  const { data } = await app.api('GET', `/projects/${project.id}/api-keys`, { token: project.token })
  return data.find((key: { kind: string }) => key.kind === kind).id
}

/** accessTo returns the access key of an API key; `base` is where the server listens. */
export async function accessTo(
  app: TestApp,
  project: TestProject,
  base: string,
  api_key_id: string,
): Promise<Access> {
  const body = { api_key_id }
  const path = `/projects/${project.id}/storage/s3-access`
  const { status, data, text } = await app.api('POST', path, { token: project.token, body })
  if (status !== 200) throw new Error(`could not get an access key: ${text}`)
  return { ...data, endpoint: `${base}/s3/${project.id}` }
}

/** clientOf returns a client that tries everything once. */
export function clientOf({ endpoint, region, access_key_id, secret_access_key }: Access): S3Client {
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 })
}

/** rcloneSettings has rclone know the endpoint as the remote `m`, and keep what it writes itself in a folder. */
export function rcloneSettings({ endpoint, access_key_id, secret_access_key }: Access, folder: string) {
  return {
    HOME: folder,
    RCLONE_CONFIG_M_TYPE: 's3',
    RCLONE_CONFIG_M_PROVIDER: 'Other',
    RCLONE_CONFIG_M_ENDPOINT: endpoint,
    RCLONE_CONFIG_M_ACCESS_KEY_ID: access_key_id,
    RCLONE_CONFIG_M_SECRET_ACCESS_KEY: secret_access_key,
  }
}
