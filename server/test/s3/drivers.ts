// Clients of S3 behind one interface, so that one table asks all of them.
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type Access, clientOf, rcloneSettings } from '#modules/storage/s3/s3.fixture.ts'
import { runRclone } from '#test/rclone.ts'
import { startBoto3 } from './boto3.ts'

/** Conditions are those of a write. */
export interface Conditions {
  readonly IfMatch?: string
  readonly IfNoneMatch?: string
}

/** OK is the code of what succeeds. */
export const OK = 'ok'

/** S3Driver drives one client in one bucket. What fails returns the code of its error. */
export interface S3Driver {
  put(Key: string, bytes: Buffer, conditions?: Conditions): Promise<string>
  /** get returns bytes as text of Latin-1, or a code. */
  get(Key: string, range?: readonly [first: number, last: number]): Promise<string>
  remove(Key: string, conditions?: Conditions): Promise<string>
  copy(from: string, to: string, conditions?: Conditions): Promise<string>
  multipart(Key: string, parts: readonly Buffer[], conditions?: Conditions): Promise<string>
  list(version: 1 | 2, Prefix: string, Delimiter: '' | '/', pageSize: number): Promise<readonly string[]>
  presign(Key: string): Promise<string>
  /** failures are calls that fail, by the codes of their errors; clients without conditions and codes have none. */
  readonly failures?: Readonly<Record<string, () => Promise<string>>>
  stop(): Promise<void>
}

/** sdkDriver drives the AWS SDK for JavaScript. */
export async function sdkDriver(access: Access, Bucket: string): Promise<S3Driver> {
  const client = clientOf(access)
  const codeOf = (sent: Promise<object>) =>
    sent.then(
      () => OK,
      (error: Error) => error.name,
    )
  const get = async (Key: string, Range?: string, from = Bucket) => {
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: from, Key, Range }))
      return Buffer.from((await Body?.transformToByteArray()) ?? []).toString('latin1')
    } catch (error) {
      return (error as Error).name
    }
  }
  const complete = async (
    Key: string,
    UploadId: string | undefined,
    Parts: s3.CompletedPart[],
    more = {},
  ) => {
    const command = { Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }
    return codeOf(client.send(new s3.CompleteMultipartUploadCommand(command)))
  }
  const begin = async (Key: string) =>
    (await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))).UploadId
  return {
    put: (Key, Body, more) => codeOf(client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }))),
    get: (Key, range) => get(Key, range && `bytes=${range.join('-')}`),
    remove: (Key, more) => codeOf(client.send(new s3.DeleteObjectCommand({ Bucket, Key, ...more }))),
    copy: (from, Key, more) => {
      const CopySource = encodeURIComponent(`${Bucket}/${from}`)
      return codeOf(client.send(new s3.CopyObjectCommand({ Bucket, Key, CopySource, ...more })))
    },
    multipart: async (Key, bodies, more) => {
      const UploadId = await begin(Key)
      const Parts = await Promise.all(
        bodies.map(async (Body, n) => {
          const part = { Bucket, Key, UploadId, PartNumber: n + 1, Body }
          const { ETag } = await client.send(new s3.UploadPartCommand(part))
          return { ETag, PartNumber: n + 1 }
        }),
      )
      return complete(Key, UploadId, Parts, more)
    },
    list: async (version, Prefix, Delimiter, pageSize) => {
      const names: string[] = []
      let Marker: string | undefined
      if (version === 2)
        for await (const page of s3.paginateListObjectsV2(
          { client, pageSize },
          { Bucket, Prefix, Delimiter },
        ))
          names.push(...namesOf(page))
      else
        do {
          const command = { Bucket, Prefix, Delimiter, Marker, MaxKeys: pageSize }
          const page = await client.send(new s3.ListObjectsCommand(command))
          names.push(...namesOf(page))
          Marker = page.NextMarker
        } while (Marker !== undefined)
      return names
    },
    presign: (Key) => getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key }), { expiresIn: 60 }),
    failures: {
      NoSuchKey: () => get('nowhere'),
      NoSuchBucket: () => get('nowhere', undefined, 'nowhere'),
      InvalidRange: () => get('there', 'bytes=999-'),
      BucketAlreadyOwnedByYou: () => codeOf(client.send(new s3.CreateBucketCommand({ Bucket }))),
      InvalidPart: async () => complete('parts', await begin('parts'), [{ ETag: '"x"', PartNumber: 1 }]),
      NoSuchUpload: () => complete('parts', 'x.y', [{ ETag: '"x"', PartNumber: 1 }]),
      NotImplemented: () => codeOf(client.send(new s3.GetBucketPolicyCommand({ Bucket }))),
      SignatureDoesNotMatch: () => {
        const other = clientOf({ ...access, secret_access_key: 'x'.repeat(43) })
        return codeOf(other.send(new s3.ListObjectsV2Command({ Bucket })))
      },
    },
    stop: async () => client.destroy(),
  }
}

function namesOf({ Contents = [], CommonPrefixes = [] }: s3.ListObjectsV2CommandOutput): string[] {
  return [...Contents.map(({ Key }) => String(Key)), ...CommonPrefixes.map(({ Prefix }) => String(Prefix))]
}

/** boto3Driver drives boto3. */
export async function boto3Driver(access: Access, Bucket: string): Promise<S3Driver> {
  const { call, stop } = startBoto3(access)
  const codeOf = async (name: string, params: object) => (await call(name, { Bucket, ...params })).code ?? OK
  const get = async (params: object) => {
    const { code, bytes = '' } = await call('get_object', { Bucket, ...params })
    return code ?? Buffer.from(bytes, 'base64').toString('latin1')
  }
  const begin = async (Key: string) => (await call('create_multipart_upload', { Bucket, Key })).upload
  const complete = (Key: string, UploadId: string | undefined, Parts: object[], more = {}) =>
    codeOf('complete_multipart_upload', { Key, UploadId, MultipartUpload: { Parts }, ...more })
  return {
    put: (Key, bytes, more) => codeOf('put_object', { Key, Body: bytes.toString('base64'), ...more }),
    get: (Key, range) => get({ Key, ...(range && { Range: `bytes=${range.join('-')}` }) }),
    remove: (Key, more) => codeOf('delete_object', { Key, ...more }),
    copy: (from, Key, more) => codeOf('copy_object', { Key, CopySource: { Bucket, Key: from }, ...more }),
    multipart: async (Key, bodies, more) => {
      const UploadId = await begin(Key)
      const Parts: object[] = []
      for (const [n, body] of bodies.entries()) {
        const part = { Bucket, Key, UploadId, PartNumber: n + 1, Body: body.toString('base64') }
        Parts.push({ ETag: (await call('upload_part', part)).etag, PartNumber: n + 1 })
      }
      return complete(Key, UploadId, Parts, more)
    },
    list: async (version, Prefix, Delimiter, PageSize) => {
      const name = version === 1 ? 'list_objects' : 'list_objects_v2'
      const { names, code } = await call(name, { Bucket, Prefix, Delimiter, PageSize })
      return names ?? [String(code)]
    },
    presign: async (Key) => String((await call('presign', { Bucket, Key })).url),
    failures: {
      NoSuchKey: () => get({ Key: 'nowhere' }),
      NoSuchBucket: () => get({ Bucket: 'nowhere', Key: 'nowhere' }),
      InvalidRange: () => get({ Key: 'there', Range: 'bytes=999-' }),
      BucketAlreadyOwnedByYou: () => codeOf('create_bucket', {}),
      InvalidPart: async () => complete('parts', await begin('parts'), [{ ETag: '"x"', PartNumber: 1 }]),
      NoSuchUpload: () => complete('parts', 'x.y', [{ ETag: '"x"', PartNumber: 1 }]),
      NotImplemented: () => codeOf('get_bucket_policy', {}),
      SignatureDoesNotMatch: async () => {
        const other = startBoto3({ ...access, secret_access_key: 'x'.repeat(43) })
        const { code } = await other.call('get_bucket_location', { Bucket })
        await other.stop()
        return String(code)
      },
    },
    stop,
  }
}

/** rcloneDriver drives rclone, which knows no conditions, and hides the codes of errors. */
export async function rcloneDriver(access: Access, bucket: string, folder: string): Promise<S3Driver> {
  const settings = rcloneSettings(access, folder)
  const file = () => join(folder, randomUUID())
  const remote = (name: string) => `m:${bucket}/${name}`
  const rclone = (...args: string[]) => runRclone([...args, '--retries=1'], settings)
  const codeOf = (ran: Promise<unknown>) =>
    ran.then(
      () => OK,
      ({ code }: { code?: number }) => (code === 3 || code === 4 ? 'NoSuchKey' : `exit ${code}`),
    )
  const upload = async (name: string, bytes: Buffer, ...more: string[]) => {
    const path = file()
    await writeFile(path, bytes)
    return codeOf(rclone('copyto', path, remote(name), ...more))
  }
  return {
    put: (name, bytes) => upload(name, bytes),
    get: async (name, range) => {
      if (range !== undefined) {
        const [first, last] = range
        const { stdout } = await rclone(
          'cat',
          remote(name),
          `--offset=${first}`,
          `--count=${last - first + 1}`,
        )
        return stdout
      }
      const path = file()
      const code = await codeOf(rclone('copyto', remote(name), path))
      // Of a name that is not there it copies nothing, and says so in its log alone.
      return code === OK ? readFile(path, 'latin1').catch(() => 'NoSuchKey') : code
    },
    remove: (name) => codeOf(rclone('deletefile', remote(name))),
    copy: (from, to) => codeOf(rclone('copyto', remote(from), remote(to))),
    multipart: (name, parts) =>
      upload(name, Buffer.concat(parts), '--s3-upload-cutoff=0', '--s3-chunk-size=5M'),
    list: async (version, prefix, delimiter, pageSize) => {
      const how = [`--s3-list-version=${version}`, `--s3-list-chunk=${pageSize}`]
      const deep = delimiter === '' ? ['-R', '--files-only', '--fast-list'] : []
      const { stdout } = await rclone('lsf', remote(prefix), ...how, ...deep)
      return stdout.split('\n').flatMap((name) => (name === '' ? [] : [prefix + name]))
    },
    presign: async (name) => (await rclone('link', remote(name), '--expire=60s')).stdout.trim(),
    stop: async () => {},
  }
}
