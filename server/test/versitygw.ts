// A real S3 server for tests, versitygw: where VERSITYGW_PATH says, on the path, or where Go installs programs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderPlace } from '#platform/backup/folder-place.ts'
import { openPlace } from '#platform/backup/open-place.ts'
import type { BackupPlace } from '#platform/backup/place.ts'
import type { S3Config } from '#platform/config/s3-settings.ts'
import { endWithTests } from './child-process.ts'
import { freePort } from './free-port.ts'

const named = process.env.VERSITYGW_PATH
if (named !== undefined && !existsSync(named))
  throw new Error(`VERSITYGW_PATH says ${named}, where there is nothing.`)
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
const goFolder = () => {
  const go = folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path))
  return go === undefined
    ? []
    : [join(execFileSync(go, ['env', 'GOPATH'], { encoding: 'utf8' }).trim(), 'bin')]
}
const program =
  named ??
  [...folders, ...goFolder()].map((folder) => join(folder, 'versitygw')).find((path) => existsSync(path))

/** NO_S3 is why tests on an S3 server are skipped, or undefined where there is one. */
export const NO_S3 =
  program === undefined ? 'no versitygw on this machine: install it, or set VERSITYGW_PATH' : undefined
if (NO_S3 !== undefined) console.log(`skipped: ${NO_S3}`)

/** TestS3 is a server with one bucket. */
export interface TestS3 {
  readonly config: S3Config
  /** folder has a folder for each bucket. */
  readonly folder: string
  /** kill ends the server, without a word. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** startS3 starts a server with an empty bucket. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-s3-'))
  const port = await freePort()
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'objects',
    region: 'us-east-1',
    accessKeyId: 'test-access-key',
    secretAccessKey: 'test-secret-access-key',
    direct: true,
  }
  const child = spawn(String(program), ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder], {
    stdio: 'ignore',
    env: { ROOT_ACCESS_KEY: config.accessKeyId, ROOT_SECRET_KEY: config.secretAccessKey },
  })
  endWithTests(child, 'SIGKILL')
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  while (!(await answers(String(config.endpoint)))) {
    if (child.exitCode !== null) throw new Error('versitygw did not start')
    await sleep(20)
  }
  const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3')
  const { endpoint = '', region, accessKeyId, secretAccessKey } = config
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }))
  client.destroy()
  return {
    config,
    folder,
    kill,
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** BackupTarget is where a test backs up to. */
export interface BackupTarget {
  readonly to: string
  /** settings are the variables that give access to it. */
  readonly settings: Record<string, string>
  readonly place: BackupPlace
  stop(): Promise<void>
}

/** startBackupTarget returns a place in a bucket, or a folder where there is no S3 server. */
export async function startBackupTarget(folder: string): Promise<BackupTarget> {
  if (NO_S3 !== undefined)
    return { to: folder, settings: {}, place: folderPlace(folder), stop: async () => {} }
  const { config, stop } = await startS3()
  const to = `s3://${config.bucket}/backups/of-a-test`
  const settings = {
    MSINGI_BACKUP_S3_ENDPOINT: String(config.endpoint),
    MSINGI_BACKUP_S3_ACCESS_KEY_ID: config.accessKeyId,
    MSINGI_BACKUP_S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  }
  return { to, settings, place: openPlace(to, { s3: undefined, backupS3: config }), stop }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
